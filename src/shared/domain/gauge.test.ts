import { expect, test } from 'vitest';
import { airPlace, pollutantLimit, waterPlace } from './gauge.ts';

test('each level of the air has a sixth of the gauge', () => {
  expect([0, 25, 50, 100, 150, 200, 300, 500, 600].map((index) => airPlace(index) * 6)).toEqual([
    0, 0.5, 1, 2, 3, 4, 5, 6, 6,
  ]);
});

test('the limit of a pollutant is that of its date, and stands where good air ends', () => {
  const before = new Date('2026-02-01T00:00:00Z');
  const since = new Date('2026-04-01T00:00:00Z');
  expect(pollutantLimit(before, 'pm25')).toEqual({ value: 75, period: '24h', place: 2 / 6 });
  expect(pollutantLimit(since, 'pm25')).toEqual({ value: 60, period: '24h', place: 2 / 6 });
  expect(pollutantLimit(since, 'o3')).toEqual({ value: 200, period: '1h', place: 2 / 6 });
});

test('each class of water has a sixth, whichever way the item counts', () => {
  const sixths = (item: Parameters<typeof waterPlace>[0], values: number[]) =>
    values.map((value) => Math.round((waterPlace(item, value) ?? Number.NaN) * 600) / 100);
  expect(sixths('nh3n', [0, 0.15, 0.325, 1, 2, 3, 9])).toEqual([0, 1, 1.5, 3, 5, 5.5, 6]);
  expect(sixths('do', [15, 7.5, 6.75, 5, 2, 1, 0])).toEqual([0, 1, 1.5, 3, 5, 5.5, 6]);
  // Classes I and II have the same limit, so anything above it is class III.
  expect(sixths('cod', [15, 17.5, 20])).toEqual([1, 2.5, 3]);
  expect(sixths('ph', [7.5, 9, 9.75, 5.25])).toEqual([0, 1, 5.5, 5.5]);
  expect(waterPlace('nh3n', -1)).toBeNull();
});
