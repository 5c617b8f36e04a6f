import { expect, test } from 'vitest';
import { factorLimits, limitExceeded } from './limits.ts';

const pm25 = { code_2017: 'a34004', derivation: null, unit: 'µg/m³' };
const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
const span = { from: at('2026-02-20'), to: at('2026-03-10') };

test('limits are those of their dates, and of their period', () => {
  expect(factorLimits(pm25, 'day', span.from, span.to)).toEqual([
    { value: 75, from: span.from, to: at('2026-03-01') },
    { value: 60, from: at('2026-03-01'), to: span.to },
  ]);
  expect(factorLimits(pm25, 'hour', span.from, span.to)).toEqual([]);
  expect(factorLimits({ ...pm25, unit: 'mg/m³' }, 'day', span.from, span.to)).toEqual([]);
  const ozone = { ...pm25, code_2017: 'a05024', derivation: 'max_8h' as const };
  expect(factorLimits(ozone, 'day', span.from, span.to)).toMatchObject([{ value: 160 }]);
});

test('a value is over the limit of its own date, rounded as it is published', () => {
  const day = (date: string, value: number) => limitExceeded(pm25, 'day', `${date}T00:00:00+08:00`, value);
  expect(day('2026-02-28', 75.4)).toBeNull();
  expect(day('2026-02-28', 75.6)).toBe(75);
  expect(day('2026-03-01', 60.5)).toBeNull();
  expect(day('2026-03-01', 61)).toBe(60);
  // An hour of particles has no limit, and no other unit is held against one.
  expect(limitExceeded(pm25, 'hour', '2026-03-01T00:00:00+08:00', 500)).toBeNull();
  expect(limitExceeded({ ...pm25, unit: 'mg/m³' }, 'day', '2026-03-01T00:00:00+08:00', 500)).toBeNull();
});
