import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundHalfEven, withoutNoise } from './rounding.ts';

describe('the number that was meant', () => {
  test.each([
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [Math.fround(0.15), 0.15],
    [Math.fround(0.000_05), 0.000_05],
    [Math.fround(1234.5678), 1234.5677],
    [0.150_000_01, 0.150_000_01],
    [123_456_789.123, 123_456_789.123],
    [1 / 3, 0.333_333_333_333],
    [-Math.fround(0.1), -0.1],
    [0, 0],
    [1e300, 1e300],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('by %d is %d', (value, meant) => expect(withoutNoise(value)).toBe(meant));

  test('a value with up to five digits comes back from a real column as it went in', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(7), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        expect(withoutNoise(Math.fround(value))).toBe(value);
      }),
    );
  });

  test('values with three decimals that are added and taken away again leave no trace', () => {
    fc.assert(
      fc.property(fc.nat(500_000), fc.nat(500_000), (a, b) => {
        expect(withoutNoise((a / 1000 + b / 1000) * 10)).toBe((a + b) / 100);
      }),
    );
  });
});

describe('rounding half to even', () => {
  test.each([
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.5, 0, 2],
    [2.500_001, 0, 3],
    [2.499_999, 0, 2],
    [34.5, 0, 34],
    [35.5, 0, 36],
    [75.49, 0, 75],
    [0.25, 1, 0.2],
    [0.35, 1, 0.4],
    [1.05, 1, 1],
    [1.15, 1, 1.2],
    [1.25, 1, 1.2],
    [Math.fround(0.35), 1, 0.4],
    [Math.fround(0.45), 1, 0.4],
    [2.675, 2, 2.68],
    [1.005, 2, 1],
    [-0.5, 0, 0],
    [-1.5, 0, -2],
    [-0.04, 1, 0],
    [7, 2, 7],
    [1e300, 2, 1e300],
    [Number.NaN, 0, Number.NaN],
    [Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY],
  ])('%d to %i decimals is %d', (value, decimals, expected) =>
    expect(roundHalfEven(value, decimals)).toBe(expected),
  );

  test('agrees with counting in whole thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.nat(2), (thousandths, decimals) => {
        const step = 10 ** (3 - decimals);
        const below = Math.floor(thousandths / step);
        const beyond = 2 * (thousandths - below * step) - step;
        const nearest = beyond > 0 || (beyond === 0 && below % 2 !== 0) ? below + 1 : below;
        expect(roundHalfEven(thousandths / 1000, decimals)).toBe(nearest / 10 ** decimals + 0);
        expect(roundHalfEven(Math.fround(thousandths / 1000), decimals)).toBe(nearest / 10 ** decimals + 0);
      }),
    );
  });
});
