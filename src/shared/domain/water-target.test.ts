import { describe, expect, test } from 'vitest';
import { mean } from './statistics.ts';
import { reportedWater } from './water-target.ts';

describe('a figure of water', () => {
  test.each([
    [0.02546, 3, 0.025],
    [0.0255, 3, 0.026],
    [0.0245, 3, 0.024],
    [Math.fround(0.0245), 3, 0.024],
    [Math.fround(0.0255), 3, 0.026],
    [2.05, 1, 2],
    [2.15, 1, 2.2],
    [39_999.5, 0, 40_000],
    [0, 3, 0],
  ])('%d to %i decimals is %d', (value, decimals, expected) => {
    expect(reportedWater(value, decimals)).toBe(expected);
  });

  test('lies in the middle although its parts were stored as real', () => {
    // Thirds, which have no exact decimal: together they are 0.0245.
    const days = [0.0735 - 1 / 30 - 0.02, 1 / 30, 0.02].map(Math.fround);
    const sum = mean(days) ?? 0;
    expect(sum).not.toBe(0.0245);
    expect(reportedWater(sum, 3)).toBe(0.024);
  });
});
