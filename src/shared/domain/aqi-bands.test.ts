import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aqiBand, aqiBands, heatMax } from './aqi-bands.ts';

test.each([
  [0, 1, 'I', 'green', 50],
  [50, 1, 'I', 'green', 50],
  [50.5, 2, 'II', 'yellow', 100],
  [51, 2, 'II', 'yellow', 100],
  [100, 2, 'II', 'yellow', 100],
  [101, 3, 'III', 'orange', 150],
  [150, 3, 'III', 'orange', 150],
  [151, 4, 'IV', 'red', 200],
  [200, 4, 'IV', 'red', 200],
  [201, 5, 'V', 'purple', 300],
  [300, 5, 'V', 'purple', 300],
  [301, 6, 'VI', 'maroon', 500],
  [500, 6, 'VI', 'maroon', 500],
  [1200, 6, 'VI', 'maroon', 500],
])('an AQI of %d is level %i, %s, %s, and its heat map ends at %d', (aqi, level, roman, colour, heat) => {
  expect(aqiBand(aqi)).toMatchObject({ level, roman, colour });
  expect(heatMax(aqi)).toBe(heat);
});

test.each([-1, -0.001, Number.NaN, null, undefined])(
  '%s has no band, and a heat map that ends at 500',
  (aqi) => {
    expect(aqiBand(aqi)).toBeUndefined();
    expect(heatMax(aqi)).toBe(500);
  },
);

test('there are six bands in rising order', () => {
  expect(aqiBands.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('more pollution is never a lower level', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(aqiBand(low)?.level ?? 0).toBeLessThanOrEqual(aqiBand(high)?.level ?? 0);
    }),
  );
});
