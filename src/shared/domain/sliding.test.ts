import { expect, test } from 'vitest';
import { type Hours, latestMean, meanOfHours, slidingMeans, type WindowHours } from './sliding.ts';

const hours = (present: number, missing: number): Hours => [
  ...Array(present).fill(10),
  ...Array(missing).fill(null),
];

test.each<[WindowHours, number, boolean]>([
  [8, 8, true],
  [8, 6, true],
  [8, 5, false],
  [24, 24, true],
  [24, 20, true],
  [24, 19, false],
])('a mean over %i hours with %i of them is valid: %s', (window, present, valid) => {
  expect(meanOfHours(hours(present, window - present), window)).toEqual({ value: 10, valid });
});

test('a mean of no hours has no value', () => {
  expect(meanOfHours(hours(0, 8), 8)).toEqual({ value: null, valid: false });
});

test('a sliding mean takes the hour itself and those before it, as many as there are', () => {
  const means = slidingMeans([1, 2, 3, 4, 5, 6, 7, 8, 9, null], 8);
  expect(means.map(({ value }) => value)).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5.5, 6]);
  expect(means.map(({ valid }) => valid)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('the latest mean is the last of the sliding ones', () => {
  const day = Array.from({ length: 24 }, (_, hour) => (hour % 7 === 3 ? null : hour));
  expect(latestMean(day, 8)).toEqual(slidingMeans(day, 8).at(-1));
});
