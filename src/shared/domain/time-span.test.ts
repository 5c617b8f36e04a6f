import { expect, test } from 'vitest';
import { spanOf } from './time-span.ts';

test.each([
  [0, 'span_seconds', { seconds: 0 }],
  [59.9, 'span_seconds', { seconds: 59 }],
  [60, 'span_minutes', { minutes: 1 }],
  [3599, 'span_minutes', { minutes: 59 }],
  [3660, 'span_hours', { hours: 1, minutes: 1 }],
  [86_399, 'span_hours', { hours: 23, minutes: 59 }],
  [90_000, 'span_days', { days: 1, hours: 1 }],
  [-5, 'span_seconds', { seconds: 0 }],
])('%d seconds are said as %s', (seconds, key, params) => {
  expect(spanOf(seconds)).toEqual({ key, params });
});
