import { expect, test } from 'vitest';
import { hiddenAfter, legendFigures, legendSorted } from './legend-figures.ts';

const course = { times: [1, 2, 3, 4], low: [10, 20, null, 60], doubtful: [] };

test('the figures are of the values in sight that count', () => {
  expect(legendFigures(course, 1, 3)).toEqual({ last: 20, mean: 15, min: 10, max: 20 });
  expect(legendFigures({ ...course, doubtful: [3] }, 1, 4)).toMatchObject({ last: 20, max: 20 });
  expect(legendFigures(course, 8, 9)).toEqual({ last: null, mean: null, min: null, max: null });
});

test('of values that were put together the extremes are known, and the mean is not', () => {
  const reduced = { ...course, high: [15, 25, null, 90] };
  expect(legendFigures(reduced, 1, 4)).toEqual({ last: 90, mean: null, min: 10, max: 90 });
});

test('rows are sorted by a figure, those without one last', () => {
  const row = (name: string, mean: number | null) => ({
    name,
    figures: { last: null, mean, min: null, max: null },
  });
  const rows = [row('a', null), row('b', 1), row('c', 2)];
  const names = (down: boolean) => legendSorted(rows, { by: 'mean', down }).map(({ name }) => name);
  expect([names(true), names(false)]).toEqual([
    ['c', 'b', 'a'],
    ['b', 'c', 'a'],
  ]);
});

test('a click isolates a line, a second one brings all back, and a modifier takes one away', () => {
  const names = ['a', 'b', 'c'];
  const alone = hiddenAfter(names, new Set(), 'a', false);
  expect([...alone]).toEqual(['b', 'c']);
  expect(hiddenAfter(names, alone, 'a', false).size).toBe(0);
  expect([...hiddenAfter(names, alone, 'b', true)]).toEqual(['c']);
  expect(hiddenAfter(names, new Set(['b', 'c']), 'a', true).size).toBe(0);
});
