import { expect, test } from 'vitest';
import type { WaterTarget } from '#shared/domain/water-target.ts';
import { factorLimits, limitExceeded, sectionExceeded } from './limits.ts';

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
  // Hourly PM has no limit, and values in another unit are not compared.
  expect(limitExceeded(pm25, 'hour', '2026-03-01T00:00:00+08:00', 500)).toBeNull();
  expect(limitExceeded({ ...pm25, unit: 'mg/m³' }, 'day', '2026-03-01T00:00:00+08:00', 500)).toBeNull();
});

test('a value of water is outside of the class that its section is meant to have, to the decimals of reports', () => {
  const phosphorus = { code_2017: 'w21011', derivation: null, unit: 'mg/L', report_decimals: 3 };
  const river = { body: 'river', target: 3 } as const;
  const over = (value: number, factor = phosphorus, section: WaterTarget = river) =>
    sectionExceeded(section, factor, 'hour', value)?.high;
  expect(over(0.2004)).toBeUndefined();
  expect(over(0.2006)).toBe(0.2);
  expect(over(0.06, phosphorus, { body: 'lake', target: 3 })).toBe(0.05);
  expect(over(0.15, phosphorus, { body: 'river', target: 2 })).toBe(0.1);
  // In another unit, as devices send it.
  expect(over(210, { ...phosphorus, unit: 'µg/L' })).toBe(0.2);
  const oxygen = { ...phosphorus, code_2017: 'w01009', report_decimals: 2 };
  expect(sectionExceeded(river, oxygen, 'hour', 4.9)).toMatchObject({ low: 5, high: null });
  expect(sectionExceeded(river, oxygen, 'hour', 5)).toBeUndefined();
  // Minutes and months are not assessed by class.
  for (const data_type of ['realtime', 'minute', 'month'] as const)
    expect(sectionExceeded(river, oxygen, data_type, 1)).toBeUndefined();
});
