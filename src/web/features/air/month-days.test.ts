import { expect, test } from 'vitest';
import { monthDays } from './month-days.ts';

test('a month begins under its weekday, on the network’s clock', () => {
  // 2026-11-01 is a Sunday.
  const days = monthDays('2026-11');
  expect(days.slice(0, 8)).toEqual([
    ...new Array(6).fill(null),
    ...['2026-10-31T16:00:00.000Z', '2026-11-01T16:00:00.000Z'],
  ]);
  expect(days).toHaveLength(6 + 30);
});
