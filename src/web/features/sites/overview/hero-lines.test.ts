import { expect, test } from 'vitest';
import { type Compared, heroLines } from './hero-lines.ts';

const hour = (of: Compared['spans'][number]['of'], from: string, values: (number | null)[]) => ({
  of,
  from,
  aqi: [50, null],
  lines: [{ values, counts: [true, false] }],
});
const compared = {
  hours: 2,
  factors: [{ code: 'a34004' }],
  spans: [
    hour('now', '2026-11-15T00:00:00Z', [10, 20]),
    hour('day_before', '2026-11-14T00:00:00Z', [null, null]),
    hour('year_before', '2025-11-15T00:00:00Z', [30, 40]),
  ],
} as unknown as Compared;
const asked = { decimals: 1, shift: 3_600_000, nameOf: (span: string) => span };

test('the hours of other days are drawn at the hours of today, and days without a value are left out', () => {
  const lines = heroLines(compared, { ...asked, code: 'a34004' });
  const times = ['2026-11-15T01:00:00Z', '2026-11-15T02:00:00Z'].map(Date.parse);
  expect(lines).toEqual([
    { name: 'now', decimals: 1, colour: 0, course: { times, low: [10, 20], doubtful: [1] } },
    {
      name: 'year_before',
      decimals: 1,
      quiet: true,
      colour: 2,
      dash: 2,
      course: { times, low: [30, 40], doubtful: [1] },
    },
  ]);
});

test('the index of the air is a course like those of factors', () => {
  expect(heroLines(compared, { ...asked, code: 'aqi' }).map(({ course }) => course.low)).toEqual([
    [50, null],
    [50, null],
    [50, null],
  ]);
});
