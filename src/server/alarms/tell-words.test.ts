import { expect, test } from 'vitest';
import { sampleAlarms, valuesOf } from './tell-words.ts';

const now = new Date('2026-11-15T02:00:00Z');
const [sample] = sampleAlarms('raised', now);
if (!sample) throw new Error('no sample');
const told = (more: object, language: 'zh' | 'en' = 'zh') =>
  valuesOf({ link_base: 'https://air.example.com', now }, language, [{ ...sample, ...more }]);

test('a class of water is told as a class and not as a number', () => {
  const water = {
    ...{ side: 'water_class', component_id: null, component_name: null, unit: null, decimals: null },
    ...{ last_value: 4, peak: 6, limit_value: 3 },
  };
  expect(told(water)).toMatchObject({ value: 'Ⅳ类', peak: '劣Ⅴ类', limit: 'Ⅲ类', unit: '' });
  expect(told(water).what).toBe('水质类别劣于限值，当前 Ⅳ类，限值 Ⅲ类');
  expect(told(water, 'en').what).toBe('Water class worse than limit, now Class IV, limit Class III');
});

test('volts and clocks are told in their own units, and a value with that of its factor', () => {
  const power = {
    kind: 'low_power',
    side: '',
    component_name: null,
    unit: null,
    last_value: 186.5,
    limit_value: 190,
  };
  expect(told(power).what).toBe('电压过低，当前 186.5 V，限值 190');
  const clock = { ...power, kind: 'clock_drift', last_value: -12, limit_value: 10 };
  expect(told(clock, 'en').what).toBe('Clock drift, now 12 min behind, limit 10 min');
  expect(told({}).what).toBe('PM2.5 超标，当前 156 µg/m³，限值 75');
});

test('English readers are told of a site by its English name, or else by its pinyin', () => {
  expect(told({}, 'en')).toMatchObject({ site: 'Chengdong Station', topic: 'PM2.5 over limit' });
  expect(told({ site_name_en: 'East Side' }, 'en').site).toBe('East Side');
  expect(told({ site_name_en: 'East Side' }).site).toBe('城东站');
});

test('the link leads to the details of the alarm', () => {
  expect(told({ alarm_id: 7 }).link).toBe('https://air.example.com/alarmdatas/log?alarm=7');
});
