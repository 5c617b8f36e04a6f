import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goodRate, mean, overRate, percentile } from './statistics.ts';

test.each([
  [[1, 2, 6], 3],
  [[-1, 1], 0],
  [[], null],
])('the mean of %j is %s', (values, expected) => expect(mean(values)).toBe(expected));

describe('percentile', () => {
  test.each([
    [90, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 10],
    [95, [10, 20, 30, 40], 38.5],
    [98, [5], 5],
    [50, [3, 1, 2], 2],
    [0, [3, 1, 2], 1],
    [100, [3, 1, 2], 3],
    [90, [2, 1], 1.9],
    [90, [], null],
  ])('%i of %j is %s', (p, values, expected) => {
    const value = percentile(p, values);
    if (expected === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(expected, 9);
  });

  test('whose rank is whole is that value itself, and not a hair of the next one too', () => {
    const values = Array.from({ length: 1001 }, (_, rank) => 1000 ** (rank % 2) * rank);
    const sorted = values.toSorted((a, b) => a - b);
    for (let tenths = 0; tenths <= 1000; tenths++)
      expect(percentile(tenths / 10, values)).toBe(sorted[tenths]);
  });

  test('lies within the values, whatever their order, and leaves them as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 100 }),
        (values, p) => {
          const before = [...values];
          const value = percentile(p, values);
          expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
          expect(percentile(p, values.toReversed())).toBe(value);
          expect(values).toEqual(before);
        },
      ),
    );
  });
});

describe('the rate of good days', () => {
  const days = (good: number, other: number) => [...Array(good).fill(100), ...Array(other).fill(101)];
  test.each([
    ['all', days(3, 0), { days: 3, valid: 3, percent: 100 }],
    ['none', days(0, 3), { days: 0, valid: 3, percent: 0 }],
    ['two of three', days(2, 1), { days: 2, valid: 3, percent: 66.7 }],
    ['a middle goes to the even neighbour', days(1, 15), { days: 1, valid: 16, percent: 6.2 }],
    ['that above too', days(3, 13), { days: 3, valid: 16, percent: 18.8 }],
    ['NA days are no days', [50, null, 101, null], { days: 1, valid: 2, percent: 50 }],
    ['of no days', [null], { days: 0, valid: 0, percent: null }],
  ])('%s', (_, aqis, expected) => expect(goodRate(aqis)).toEqual(expected));
});

test('the rate of days over the limit leaves out those that are not known', () => {
  expect(overRate(1, 3)).toEqual({ days: 1, valid: 3, percent: 33.3 });
  expect(overRate(0, 0)).toEqual({ days: 0, valid: 0, percent: null });
});
