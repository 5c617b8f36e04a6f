import { expect, test } from 'vitest';
import { asLongAgainMs, backoffMs } from './backoff.ts';

test('the wait doubles up to an hour', () => {
  const longest = [1, 2, 3, 7, 8, 50].map((failures) => backoffMs(failures, () => 1) / 1000);
  expect(longest).toEqual([30, 60, 120, 1920, 3600, 3600]);
});

test('chance takes up to half of it away, so that many do not come back together', () => {
  expect(backoffMs(2, () => 0)).toBe(30_000);
  expect(backoffMs(2, () => 0.5)).toBe(45_000);
});

test('the delay doubles, from half a minute to an hour', () => {
  const longest = [0, 40, 1800, 86_400].map((waited) => asLongAgainMs(waited * 1000, () => 1) / 1000);
  expect(longest).toEqual([30, 40, 1800, 3600]);
});
