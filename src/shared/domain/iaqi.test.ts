import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AqiEdition } from './air-rules.ts';
import { type AqiItem, aqiItems, iaqi } from './iaqi.ts';

const editions: AqiEdition[] = ['2012', '2026'];

test.each<[AqiItem, number, number | null, number | null]>([
  ['pm25_24h', 35, 50, 50],
  ['pm25_24h', 60, 82, 100],
  ['pm25_24h', 61, 83, 101],
  ['pm25_24h', 75, 100, 114],
  ['pm25_24h', 76, 102, 115],
  ['pm25_24h', 115, 150, 150],
  ['pm10_24h', 120, 85, 100],
  ['pm10_24h', 121, 86, 101],
  ['pm10_24h', 150, 100, 112],
  ['so2_24h', 475, 150, 150],
  ['so2_1h', 475, 97, 97],
  ['no2_24h', 41, 52, 52],
  ['co_24h', 1.2, 30, 30],
  ['co_1h', 10.1, 101, 101],
  ['o3_1h', 201, 101, 101],
  ['o3_8h', 161, 101, 101],
  ['o3_8h', 266, 201, 201],
  // Ends of the columns.
  ['so2_24h', 2620, 500, 500],
  ['so2_24h', 2621, 500, 500],
  ['pm25_24h', 99_999, 500, 500],
  ['co_24h', 1e308, 500, 500],
  ['so2_1h', 800, 200, 200],
  ['so2_1h', 800.5, 200, 200],
  ['so2_1h', 801, null, 200],
  ['o3_8h', 800.4, 300, 300],
  ['o3_8h', 801, null, 300],
  ['o3_1h', 801, 301, 301],
  // Concentrations are rounded first, halves to even.
  ['pm25_24h', 34.5, 49, 49],
  ['pm25_24h', 35.5, 52, 52],
  ['pm25_24h', 75.5, 102, 115],
  ['pm25_24h', 75.49, 100, 114],
  ['co_24h', 0.25, 5, 5],
  ['co_24h', 0.35, 10, 10],
  ['co_24h', 1.05, 25, 25],
  ['co_24h', Math.fround(0.35), 10, 10],
  ['co_24h', Math.fround(0.15), 5, 5],
  // Floating point gives 7.000000000000001, which must not be rounded up to 8.
  ['co_1h', 0.7, 7, 7],
  ['co_24h', 2.2, 55, 55],
  ['pm25_24h', 0.4, 0, 0],
  ['pm25_24h', 0, 0, 0],
  ['pm25_24h', -0, 0, 0],
  // Impossible concentrations.
  ['pm25_24h', -0.1, null, null],
  ['pm25_24h', Number.NaN, null, null],
  ['pm25_24h', Number.POSITIVE_INFINITY, null, null],
])('%s of %d has the index %s by 2012 and %s by 2026', (item, c, by2012, by2026) => {
  expect(editions.map((edition) => iaqi(edition, item, c))).toEqual([by2012, by2026]);
});

const item = fc.constantFrom(...aqiItems);
const edition = fc.constantFrom(...editions);
const tenths = fc.nat(50_000);

describe('whatever the concentration, the index', () => {
  test('never falls as it rises, and lies from 0 to 500', () => {
    fc.assert(
      fc.property(edition, item, tenths, tenths, (edition, item, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((c) => iaqi(edition, item, c / 10) ?? 0);
        if (iaqi(edition, item, Math.max(a, b) / 10) === null) return;
        expect(low).toBeLessThanOrEqual(high ?? 0);
        expect(high).toBeLessThanOrEqual(500);
      }),
    );
  });

  test('is the same for what a real column has made of it', () => {
    fc.assert(
      fc.property(edition, item, fc.nat(99_999), (edition, item, c) => {
        expect(iaqi(edition, item, Math.fround(c / 100))).toBe(iaqi(edition, item, c / 100));
      }),
    );
  });

  test('is a whole number', () => {
    fc.assert(
      fc.property(edition, item, fc.double({ min: 0, max: 5000, noNaN: true }), (edition, item, c) => {
        expect(Number.isInteger(iaqi(edition, item, c) ?? 0)).toBe(true);
      }),
    );
  });
});
