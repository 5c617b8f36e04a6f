import { describe, expect, test } from 'vitest';
import { o3DailyMax8h } from './ozone.ts';

describe('the highest 8 hours of ozone of a day', () => {
  const day = (change: Record<number, number | null>, all: number | null = 100) =>
    Array.from({ length: 24 }, (_, hour) => (hour in change ? (change[hour] ?? null) : all));
  const gone = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [from + i, null]));

  test.each([
    ['even', day({}), 100, true],
    ['a peak in the last window, 16:00–24:00', day({ 23: 180 }), 110, true],
    ['a peak in the first window, 00:00–08:00', day({ 0: 180 }), 110, true],
    ['two hours missing in every window of the peak', day({ 12: null, 13: null, 14: 220 }), 120, true],
    // Without 10:00–13:00 some windows lack three of eight hours.
    ['three hours missing: 7 windows fall away', day(gone(10, 13)), 100, false],
    ['one window too few, and over the limit', day(gone(10, 13), 170), 170, true],
    ['one window too few, and over the limit before rounding only', day(gone(10, 13), 160.5), 160.5, false],
    ['half a day', day(gone(0, 12)), 100, false],
    ['fewer than six hours in any window', day({ 0: 1, 10: 2, 20: 3 }, null), null, false],
    ['nothing', day({}, null), null, false],
  ])('%s', (_, hours, value, valid) => {
    expect(o3DailyMax8h(hours)).toMatchObject({ value, valid });
  });

  test('fourteen windows are enough', () => {
    // Without the hours before 05:00, the windows that begin at 00:00, 01:00 and 02:00 have fewer than six.
    expect(o3DailyMax8h(day(gone(0, 3))).valid).toBe(true);
    expect(o3DailyMax8h(day(gone(0, 5))).valid).toBe(true);
    expect(o3DailyMax8h(day(gone(0, 6))).valid).toBe(false);
  });
});
