import { expect, test } from 'vitest';
import { cellOf, changedRows, wantedMatrix } from './matrix.ts';

const known = [
  { component_id: 1, other: 2, c: 0.3 },
  { component_id: 1, other: 3, c: 0.1 },
];

test('only rows that differ are sent, whole, and what is taken away as 0', () => {
  const edits = new Map([
    [cellOf(1, 2), 0],
    [cellOf(2, 1), 0.2],
    [cellOf(3, 1), 0],
  ]);
  expect(wantedMatrix(known, edits)).toEqual([
    { component_id: 1, other: 3, c: 0.1 },
    { component_id: 2, other: 1, c: 0.2 },
  ]);
  expect(changedRows(known, edits)).toEqual([
    {
      component_id: 1,
      list: [
        { other: 3, c: 0.1 },
        { other: 2, c: 0 },
      ],
    },
    { component_id: 2, list: [{ other: 1, c: 0.2 }] },
  ]);
});

test('a cell that was changed and changed back is no change', () => {
  expect(changedRows(known, new Map([[cellOf(1, 2), 0.3]]))).toEqual([]);
});
