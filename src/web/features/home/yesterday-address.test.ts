import { expect, test } from 'vitest';
import { yesterdayAddress } from './yesterday-address.ts';

const now = new Date('2026-11-19T09:30:00+08:00');

test('the ranking of yesterday is its daily report of all air sites, worst first', () => {
  const { pathname, searchParams } = new URL(yesterdayAddress([5, 3, 4], now) ?? '', 'http://localhost');
  expect(pathname).toBe('/dataanalysis/airindexforms');
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ site_ids: '3-5', order: 'worst' },
    ...{ from: '2026-11-17T16:00:00.000Z', to: '2026-11-18T16:00:00.000Z' },
  });
});

test('it has no address without air sites, or with more than the page shows', () => {
  expect(yesterdayAddress([], now)).toBeUndefined();
  expect(
    yesterdayAddress(
      Array.from({ length: 1001 }, (_, i) => i + 1),
      now,
    ),
  ).toBeUndefined();
});
