import { describe, expect, test } from 'vitest';
import type { Level } from './buckets.ts';
import {
  countedValue,
  countingFlags,
  counts,
  expectedHours,
  expectedIn,
  expectedMinutes,
  expectedRealtime,
  isValid,
  isValidWaterYear,
  isValidYear,
  neededOf,
  sufficesFor,
  yearNeeds,
} from './validity.ts';

describe('which values count', () => {
  test.each([
    ['', 'l', true],
    ['N', 'l', true],
    ['', 'm', true],
    ['S', 'l', false],
    ['S', 'm', false],
    ['S', 'r', true],
    ['T', 'l', false],
    ['T', 'r', false],
    ['D', 'l', false],
    ['n', 'l', false],
    ['N,M', 'l', false],
    ['?', 's', false],
  ])('flag "%s" with origin %s: %s', (flag, origin, expected) => {
    expect(counts(flag, origin)).toBe(expected);
  });

  test('more flags may be let count, and the usual ones still do', () => {
    const counting = countingFlags(['T']);
    expect(['T', '', 'N', 'D'].map((flag) => counts(flag, 'l', counting))).toEqual([true, true, true, false]);
  });
});

describe('validity', () => {
  test.each<[Level, number, number, boolean]>([
    ['hour', 45, 60, true],
    ['hour', 44, 60, false],
    ['hour', 90, 120, true],
    ['hour', 89, 120, false],
    ['hour', 5, 6, true],
    ['hour', 4, 6, false],
    ['hour', 1, 1, true],
    ['hour', 0, 1, false],
    ['day', 20, 24, true],
    ['day', 19, 24, false],
    ['day', 5, 6, true],
    ['day', 4, 6, false],
    ['day', 1, 1, true],
    ['day', 0, 1, false],
    ['month', 27, 31, true],
    ['month', 26, 31, false],
    ['month', 27, 30, true],
    ['month', 26, 30, false],
    ['month', 25, 29, true],
    ['month', 25, 28, true],
    ['month', 24, 28, false],
  ])('of a %s with %i of %i: %s', (level, valid, expected, is) => {
    expect(isValid(level, { valid, expected })).toBe(is);
  });
});

describe('validity of a year', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const year = (lost: Record<number, number>) =>
    lengths.map((expected, month) => ({ valid: expected - (lost[month + 1] ?? 0), expected }));
  const each = Object.fromEntries(lengths.map((_, month) => [month + 1, 3]));

  test.each([
    ['with every day', {}, true],
    ['with 25 days of February', { 2: 3 }, true],
    ['with 24 days of February', { 2: 4 }, false],
    ['with 27 days of January', { 1: 4 }, true],
    ['with 26 days of January', { 1: 5 }, false],
    // 365 - 36 - 5 = 324.
    ['with 324 days, spread over its months', { ...each, 1: 4, 3: 4, 5: 4, 7: 4, 8: 4 }, true],
    ['with 323 days, though each month is valid', { ...each, 1: 4, 3: 4, 5: 4, 7: 4, 8: 4, 10: 4 }, false],
  ])('%s: %j lost, %s', (_, lost, valid) => expect(isValidYear(year(lost))).toBe(valid));

  test.each([
    ['60 days, five in each month', 'a34001', 5, true],
    ['four in each month', 'a20044', 4, false],
    ['five in each month of what is measured every day', 'a34002', 5, false],
  ])('of what is sampled by hand: %s', (_, code, days, valid) => {
    const months = year({}).map((month) => ({ ...month, valid: days }));
    expect(isValidYear(months, yearNeeds(code))).toBe(valid);
  });

  test('that is not over yet is not valid', () => expect(isValidYear(year({}).slice(0, 11))).toBe(false));
});

describe('whether valid days suffice', () => {
  const at = (day: string) => new Date(`${day}T00:00:00+08:00`);
  const daysFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) => at(first).getTime() + i * 86_400_000);

  test.each([
    ['for a month', '2026-07-01', '2026-08-01', 27, true],
    ['for a month with a day too few', '2026-07-01', '2026-08-01', 26, false],
    ['for a year', '2025-01-01', '2026-01-01', 365, true],
    ['for a year without its last month', '2025-01-01', '2026-01-01', 334, false],
    ['for part of a month, of which no standard speaks', '2026-07-02', '2026-08-01', 30, null],
    ['for a month and a day', '2026-07-01', '2026-08-02', 32, null],
    ['for a quarter', '2026-07-01', '2026-10-01', 92, null],
    ['for two years', '2024-01-01', '2026-01-01', 731, null],
    ['for nothing', '2026-07-01', '2026-07-01', 0, null],
  ])('%s: %s', (_, from, to, days, enough) => {
    expect(sufficesFor({ from: at(from), to: at(to) })(daysFrom(from, days))).toBe(enough);
  });
});

describe('what is expected', () => {
  const since = (days: number) => ({
    from: new Date('2026-07-01T00:00:00+08:00'),
    to: new Date(Date.parse('2026-07-01T00:00:00+08:00') + days * 86_400_000),
  });

  test.each([
    ['realtime', 1, 60, 1440],
    ['minute', 1, 60, 1440],
    ['minute', 1, 600, 144],
    ['hour', 2, 60, 48],
    ['hour', 1, 14_400, 6],
    ['day', 7, 60, 7],
    ['month', 40, 60, 2],
  ] as const)('of %s values in %i days at one every %i s: %s', (kind, days, interval, expected) => {
    expect(expectedIn(kind, since(days), interval)).toBe(expected);
  });

  test.each([
    [60, 60],
    [30, 120],
    [1, 3600],
    [3600, 1],
    [14_400, 1],
    [7, 514],
  ])('of an hour at one real-time value every %i s: %i', (interval, expected) => {
    expect(expectedRealtime(interval)).toBe(expected);
  });

  const every = (step: number) => Array.from({ length: 60 / step }, (_, i) => i * step);
  test.each([
    ['one a minute', every(1), 60],
    ['a few of one a minute', [3, 4, 7], 60],
    ['one every 10 minutes', every(10), 6],
    ['one every 10 minutes, one lost', [0, 20, 30, 40, 50], 6],
    ['one every 5 minutes', every(5), 12],
    ['one every 12 minutes', every(12), 5],
    ['one every 30 minutes', every(30), 2],
    ['one every 5 minutes, labelled by the end', [4, 9, 14, 19, 24, 29, 34, 39, 44, 49, 54, 59], 12],
    ['one every 10 minutes, labelled by the end, two lost', [9, 29, 39, 49], 6],
    ['a single one', [0], 2],
    ['a single one after five minutes', [5], 12],
    ['none', [], 2],
  ])('of an hour of minute values, seen %s: %i', (_, minutes, expected) => {
    expect(expectedMinutes(minutes)).toBe(expected);
  });

  test.each([
    [24, 60, 24],
    [24, 3600, 24],
    [24, 14_400, 6],
    [24, 86_400, 1],
    [23, 60, 23],
  ])('of a day of %i hours at one value every %i s: %i hours', (hours, interval, expected) => {
    expect(expectedHours(hours, interval)).toBe(expected);
  });
});

test.each([
  [20, 20],
  [0, 0],
  [-0.1, 0],
  [-2, 0],
  [-2.1, null],
  [1000, 1000],
  [1000.1, null],
])('in the range 0 to 1000 with a detection limit of 2, %d counts as %s', (value, counted) => {
  expect(countedValue(value, { min: 0, max: 1000, detection: 2 })).toBe(counted);
});

test('a range that does not begin at zero has no detection limit, and one that is open ends nowhere', () => {
  expect(countedValue(-50.1, { min: -50, max: 60, detection: 2 })).toBeNull();
  expect(countedValue(-20, { min: -50, max: 60, detection: 2 })).toBe(-20);
  expect(countedValue(-1e6, { min: null, max: null, detection: 0 })).toBe(-1e6);
});

describe('water', () => {
  const water = { month_days: 1, year_months: 8 };

  test.each([
    ['hour', 44, 60, false],
    ['hour', 45, 60, true],
    ['day', 1, 6, true],
    ['day', 0, 6, false],
    ['month', 1, 31, true],
    ['month', 0, 31, false],
  ] as const)('%s of %i of %i: %s', (level, valid, expected, is) => {
    expect(isValid(level, { valid, expected, water })).toBe(is);
  });

  test('needs as many days as its product line asks for', () => {
    const strict = { ...water, month_days: 5 };
    expect(neededOf('month', { expected: 30, water: strict })).toBe(5);
    expect(isValid('month', { valid: 4, expected: 30, water: strict })).toBe(false);
  });

  test('needs eight valid months of a year', () => {
    const months = (count: number) =>
      Array.from({ length: 12 }, (_, n) => ({ valid: n < count ? 1 : 0, expected: 30 }));
    expect([7, 8, 12].map((count) => isValidWaterYear(months(count), water))).toEqual([false, true, true]);
  });
});
