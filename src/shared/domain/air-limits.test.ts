import { describe, expect, test } from 'vitest';
import {
  airLimit,
  exceedance,
  exceeds,
  type LimitItem,
  type LimitPeriod,
  limitItemOfCode,
  standardPlaces,
} from './air-limits.ts';

// Class 1 and class 2 of each edition.
test.each<[LimitItem, LimitPeriod, string, string, string]>([
  ['so2', 'year', '20/60', '20/60', '20/20'],
  ['so2', '24h', '50/150', '50/150', '50/50'],
  ['so2', '1h', '150/500', '150/500', '150/150'],
  ['no2', 'year', '40/40', '40/40', '30/30'],
  ['no2', '24h', '80/80', '80/80', '50/50'],
  ['no2', '1h', '200/200', '200/200', '200/200'],
  ['co', '24h', '4/4', '4/4', '4/4'],
  ['co', '1h', '10/10', '10/10', '10/10'],
  ['o3', '8h', '100/160', '100/160', '100/160'],
  ['o3', '1h', '160/200', '160/200', '160/200'],
  ['pm10', 'year', '40/70', '40/60', '20/50'],
  ['pm10', '24h', '50/150', '50/120', '50/100'],
  ['pm25', 'year', '15/35', '15/30', '10/25'],
  ['pm25', '24h', '35/75', '35/60', '25/50'],
  ['tsp', 'year', '80/200', '80/200', '80/200'],
  ['tsp', '24h', '120/300', '120/300', '120/300'],
  ['nox', 'year', '50/50', '50/50', '40/40'],
  ['nox', '24h', '100/100', '100/100', '70/70'],
  ['nox', '1h', '250/250', '250/250', '250/250'],
  ['pb', 'year', '0.5/0.5', '0.5/0.5', '0.5/0.5'],
  ['pb', 'quarter', '1/1', '1/1', '1/1'],
  ['bap', 'year', '0.001/0.001', '0.001/0.001', '0.001/0.001'],
  ['bap', '24h', '0.0025/0.0025', '0.0025/0.0025', '0.0025/0.0025'],
  ['cd', 'year', '0.005/0.005', '0.005/0.005', '0.005/0.005'],
  ['hg', 'year', '0.05/0.05', '0.05/0.05', '0.05/0.05'],
  ['as', 'year', '0.006/0.006', '0.006/0.006', '0.006/0.006'],
  ['cr6', 'year', '0.000025/0.000025', '0.000025/0.000025', '0.000025/0.000025'],
  ['fluoride', '1h', '20/20', '20/20', '20/20'],
  ['fluoride', '24h', '7/7', '7/7', '7/7'],
  ['pm25', '1h', 'null/null', 'null/null', 'null/null'],
])('the limits of %s over %s are %s, from 2026 %s, from 2031 %s', (item, period, ...expected) => {
  const both = (['2012', '2026', '2031'] as const).map((edition) =>
    [1, 2].map((area) => {
      const limit = airLimit(edition, item, period, area === 1 ? 1 : 2);
      return limit === 0.000_025 ? '0.000025' : String(limit);
    }),
  );
  expect(both.map((limits) => limits.join('/'))).toEqual(expected);
});

test('an area is of class 2 unless it is said', () => expect(airLimit('2026', 'pm25', '24h')).toBe(60));

describe('over the limit', () => {
  test.each<[LimitItem, number, number, boolean]>([
    ['pm25', 60, 60, false],
    ['pm25', 60.4, 60, false],
    ['pm25', 60.5, 60, false],
    ['pm25', 60.51, 60, true],
    ['pm25', 75.5, 75, true],
    ['co', 4.05, 4, false],
    ['co', 4.15, 4, true],
    ['co', Math.fround(4.05), 4, false],
    ['bap', 0.0025, 0.0025, false],
    ['bap', Math.fround(0.0025), 0.0025, false],
    ['bap', 0.002_56, 0.0025, true],
    ['pb', 0.505, 0.5, false],
    ['cr6', 0.000_025, 0.000_025, false],
    ['cr6', 0.000_026, 0.000_025, true],
  ])('%s of %d with a limit of %d: %s', (item, concentration, limit, over) => {
    expect(exceeds(item, concentration, limit)).toBe(over);
    expect(exceedance(item, concentration, limit) > 0).toBe(over);
  });

  test.each<[LimitItem, number, number, number]>([
    ['pm25', 90, 60, 0.5],
    ['pm25', 180, 60, 2],
    ['pm10', 121, 120, 0.01],
    ['co', 4.5, 4, 0.12],
    ['pm25', 60, 60, 0],
    ['pm25', 3, 60, 0],
  ])('%s of %d is over %d by %d times', (item, concentration, limit, times) => {
    expect(exceedance(item, concentration, limit)).toBe(times);
  });
});

test('items are found by their national code', () => {
  expect(limitItemOfCode('a34004')).toBe('pm25');
  expect(limitItemOfCode('a21002')).toBe('nox');
  expect(limitItemOfCode('a01001')).toBeUndefined();
});

test('the places of a standard hold in its unit and in powers of ten of it', () => {
  expect(standardPlaces('a34004', 'µg/m³')).toBe(0);
  expect(standardPlaces('a34004', 'mg/m³')).toBe(3);
  expect(standardPlaces('a21005', 'mg/m³')).toBe(1);
  expect(standardPlaces('a20026', 'ng/m³')).toBe(0);
  expect(standardPlaces('a21026', 'ppb')).toBeNull();
  expect(standardPlaces('a01001', '°C')).toBeNull();
});
