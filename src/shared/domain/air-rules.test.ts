import { expect, test } from 'vitest';
import { airRulesAt, airRulesOf } from './air-rules.ts';

test.each([
  ['1999-12-31', '2012', '2012'],
  ['2016-01-01', '2012', '2012'],
  ['2026-02-28', '2012', '2012'],
  ['2026-03-01', '2026', '2026'],
  ['2030-12-31', '2026', '2026'],
  ['2031-01-01', '2026', '2031'],
  ['2099-06-01', '2026', '2031'],
])('%s is judged by HJ 633-%s and the limits of %s', (day, aqi, limits) => {
  expect(airRulesOf(day)).toMatchObject({ aqi, limits });
});

test.each([
  // The hour called 24:00 of 28 February.
  ['2026-02-28T23:00:00+08:00', 'Asia/Shanghai', '2012'],
  ['2026-03-01T00:00:00+08:00', 'Asia/Shanghai', '2026'],
  ['2026-03-01T00:00:00+08:00', 'Asia/Urumqi', '2012'],
  ['2026-03-01T02:00:00+08:00', 'Asia/Urumqi', '2026'],
])('the hour from %s on the clock of %s is judged by HJ 633-%s', (start, zone, aqi) => {
  expect(airRulesAt(new Date(start), zone).aqi).toBe(aqi);
});
