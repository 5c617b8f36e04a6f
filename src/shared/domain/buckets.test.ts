import { expect, test } from 'vitest';
import { bucketEnd, bucketOf, isRunning, type Level } from './buckets.ts';

test.each<[Level, string, string, string]>([
  ['hour', '2026-11-15T08:59:59.999Z', '2026-11-15T08:00Z', '2026-11-15T09:00Z'],
  ['hour', '2026-11-15T09:00Z', '2026-11-15T09:00Z', '2026-11-15T10:00Z'],
  // Midnight in Shanghai is 16:00 in UTC.
  ['day', '2026-11-15T15:59Z', '2026-11-14T16:00Z', '2026-11-15T16:00Z'],
  ['day', '2026-11-15T16:00Z', '2026-11-15T16:00Z', '2026-11-16T16:00Z'],
  ['day', '2026-12-31T15:00Z', '2026-12-30T16:00Z', '2026-12-31T16:00Z'],
  ['month', '2026-02-28T15:59Z', '2026-01-31T16:00Z', '2026-02-28T16:00Z'],
  ['month', '2026-12-31T16:00Z', '2026-12-31T16:00Z', '2027-01-31T16:00Z'],
])('the %s of %s is %s to %s', (level, at, start, end) => {
  expect(bucketOf(level, new Date(at))).toEqual(new Date(start));
  expect(bucketEnd(level, new Date(start))).toEqual(new Date(end));
});

test('a day on which the clocks change has another number of hours', () => {
  const start = bucketOf('day', new Date('2026-03-29T12:00Z'), 'Europe/Berlin');
  expect(bucketEnd('day', start, 'Europe/Berlin').getTime() - start.getTime()).toBe(23 * 3_600_000);
});

test('a period is running from its start until its end', () => {
  const start = new Date('2026-07-01T00:00:00+08:00');
  const at = (time: string) => new Date(`${time}+08:00`);
  expect(isRunning('day', start, at('2026-06-30T23:59:59'))).toBe(false);
  expect(isRunning('day', start, at('2026-07-01T00:00:00'))).toBe(true);
  expect(isRunning('day', start, at('2026-07-01T23:59:59'))).toBe(true);
  expect(isRunning('day', start, at('2026-07-02T00:00:00'))).toBe(false);
  expect(isRunning('month', start, at('2026-07-31T23:59:59'))).toBe(true);
  expect(isRunning('month', start, at('2026-08-01T00:00:00'))).toBe(false);
});
