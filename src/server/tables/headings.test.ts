import { expect, test } from 'vitest';
import { flatHeadings, headingRows } from './headings.ts';

const headings = [
  'time',
  { title: 'items', over: [{ title: 'SO₂', over: ['concentration', 'index'] }, 'CO'] },
  'AQI',
];

test('headings over several columns span them, those of a single column reach down', () => {
  expect(headingRows(headings)).toEqual({
    rows: [
      ['time', 'items', null, null, 'AQI'],
      [null, 'SO₂', null, 'CO', null],
      [null, 'concentration', 'index', null, null],
    ],
    merges: [
      { startRow: 0, startCol: 0, endRow: 2, endCol: 0 },
      { startRow: 0, startCol: 1, endRow: 0, endCol: 3 },
      { startRow: 1, startCol: 1, endRow: 1, endCol: 2 },
      { startRow: 1, startCol: 3, endRow: 2, endCol: 3 },
      { startRow: 0, startCol: 4, endRow: 2, endCol: 4 },
    ],
  });
});

test('in a file of plain lines each column bears all that stands over it', () => {
  expect(flatHeadings(headings)).toEqual([
    ...['time', 'items SO₂ concentration', 'items SO₂ index', 'items CO', 'AQI'],
  ]);
});
