import { expect, test } from 'vitest';
import { lookedAt, siteValues } from './site-values.ts';

const start = Date.parse('2026-11-15T16:00:00Z');
const site = siteValues({
  times: [0, 1, 24].map((hours) => start + hours * 3_600_000),
  values: [1, 2, 3],
  others: [4, 5, 6],
  speeds: [2, 2, 0.1],
  directions: [0, 90, 90],
});

test('every step knows its hour, weekday and day on the clock of the network', () => {
  expect(site.hours).toEqual([0, 1, 0]);
  expect(site.weekdays).toEqual([0, 0, 1]);
  expect(site.days).toEqual(['2026-11-16', '2026-11-16', '2026-11-17']);
  expect(site.sectors).toEqual([0, 4, -1]);
});

test('what is chosen in one chart filters the others and not that one', () => {
  expect(lookedAt(site, site.values, { hour: 0 })).toEqual([1, null, 3]);
  expect(lookedAt(site, site.values, { hour: 0 }, 'hour')).toEqual([1, 2, 3]);
  expect(lookedAt(site, site.values, { sector: -1, day: '2026-11-17' })).toEqual([null, null, 3]);
});
