import { describe, expect, test } from 'vitest';
import type { RuledFactor } from './alarm-limits.ts';
import { presetRule, presetsOf, suggestedRule } from './alarm-suggestions.ts';

const at = new Date('2027-01-01T00:00:00+08:00');
const micro = (code: string): RuledFactor => ({ code, unit: 'µg/m³' });
const pm25 = micro('a34004');
const so2 = micro('a21026');
const o3 = micro('a05024');
const suggest = (factor: RuledFactor | null, data_type: 'realtime' | 'minute' | 'hour' | 'day') =>
  suggestedRule({ measure: 'value', data_type }, factor, at);

describe('a suggestion', () => {
  test('takes the limits of the standard where it has some, with a warning before them', () => {
    expect(suggest(pm25, 'day')).toMatchObject({ limits: 'grade_2', warning_share: 0.8, raise_after: 1 });
    expect(suggest(so2, 'hour')).toMatchObject({ limits: 'grade_2', high_alarm: null, deadband: 25 });
    expect(suggestedRule({ measure: 'o3_8h', data_type: 'hour' }, o3, at)).toMatchObject({
      limits: 'grade_2',
      deadband: 8,
    });
  });

  test('gives hours of particles limits of their own, in the unit of the factor', () => {
    expect(suggest(pm25, 'hour')).toMatchObject({ limits: 'own', high_warning: 115, high_alarm: 150 });
    expect(suggest({ ...pm25, unit: 'mg/m³' }, 'hour')).toMatchObject({ high_alarm: 0.15 });
  });

  test('is the more patient the shorter the period', () => {
    expect(suggest(so2, 'minute')).toMatchObject({ limits: 'own', high_alarm: 500, raise_after: 5 });
    expect(suggest(so2, 'realtime')).toMatchObject({ raise_after: 10, clear_after: 10 });
  });

  test('holds water against the class that each site is meant to have', () => {
    expect(suggest({ code: 'w21003', unit: 'mg/L' }, 'hour')).toMatchObject({ limits: 'target' });
    expect(suggestedRule({ measure: 'water_class', data_type: 'day' }, null, at).limits).toBe('target');
  });

  test('leaves the limits of what has none to the user', () => {
    expect(suggest({ code: 'a01001', unit: '°C' }, 'hour')).toMatchObject({
      limits: 'own',
      high_alarm: null,
    });
    expect(suggest(o3, 'day')).toMatchObject({ limits: 'own', high_alarm: null });
  });
});

test('presets are hours and days of the six, ozone by its 8 hours, and hours of water', () => {
  expect(presetsOf(pm25)).toEqual([
    { measure: 'value', data_type: 'hour' },
    { measure: 'value', data_type: 'day' },
  ]);
  expect(presetsOf(o3)[1]).toEqual({ measure: 'o3_8h', data_type: 'day' });
  expect(presetsOf({ code: 'w21001', unit: 'mg/L' })).toHaveLength(1);
  expect(presetsOf({ code: 'a01001', unit: '°C' })).toEqual([]);
});

describe('a preset', () => {
  const choice = { grade: 'grade_1', warning_share: 0.9, water_class: 2 } as const;
  const hour = { measure: 'value', data_type: 'hour' } as const;

  test('is of the grade that is chosen', () => {
    const day = { measure: 'value', data_type: 'day' } as const;
    expect(presetRule(day, pm25, choice, at)).toMatchObject({ limits: 'grade_1', warning_share: 0.9 });
    expect(presetRule(hour, pm25, choice, at)).toMatchObject({ limits: 'own', high_alarm: 150 });
  });

  test('holds water against a class, or against that of each site', () => {
    const oxygen = { code: 'w01009', unit: 'mg/L' };
    expect(presetRule(hour, oxygen, choice, at)).toMatchObject({
      limits: 'own',
      low_alarm: 6,
      high_alarm: null,
    });
    expect(presetRule(hour, oxygen, { ...choice, water_class: null }, at).limits).toBe('target');
    const nitrogen = { code: 'w21001', unit: 'mg/L' };
    expect(presetRule(hour, nitrogen, choice, at)).toMatchObject({ high_alarm: 0.5 });
    const ofClass = { measure: 'water_class', data_type: 'hour' } as const;
    expect(presetRule(ofClass, null, choice, at)).toMatchObject({ limits: 'own', high_alarm: 2 });
  });
});
