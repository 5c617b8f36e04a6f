import { describe, expect, test } from 'vitest';
import {
  judgedValue,
  type LimitedRule,
  limitsOf,
  offersLimits,
  type RuledFactor,
  type TargetSite,
} from './alarm-limits.ts';

const pm25: RuledFactor = { code: 'a34004', unit: 'µg/m³' };
const o3: RuledFactor = { code: 'a05024', unit: 'µg/m³' };
const phosphorus: RuledFactor = { code: 'w21011', unit: 'mg/L' };
const rule = (more: Partial<LimitedRule>): LimitedRule => ({
  measure: 'value',
  data_type: 'day',
  limits: 'grade_2',
  warning_share: null,
  high_warning: null,
  high_alarm: null,
  low_warning: null,
  low_alarm: null,
  ...more,
});
const nowhere: TargetSite = { water_quality_type: null, water_pollution_level: null };
const none = { high_warning: null, high_alarm: null, low_warning: null, low_alarm: null };
const at = (day: string) => new Date(`${day}T00:00:00+08:00`);

describe('limits of a grade', () => {
  test('change with the edition, on the day that it comes into force', () => {
    const limits = limitsOf(rule({ warning_share: 0.8 }), pm25, nowhere);
    expect(limits(at('2026-02-28'))).toEqual({ ...none, high_warning: 60, high_alarm: 75 });
    expect(limits(at('2026-03-01'))).toEqual({ ...none, high_warning: 48, high_alarm: 60 });
    expect(limits(at('2031-01-01'))).toMatchObject({ high_alarm: 50 });
  });

  test('are in the unit of the factor', () => {
    const inMilligrams = limitsOf(rule({ limits: 'grade_1' }), { ...pm25, unit: 'mg/m³' }, nowhere);
    expect(inMilligrams(at('2027-01-01')).high_alarm).toBe(0.035);
    const byVolume = limitsOf(rule({ data_type: 'hour' }), { ...o3, unit: 'ppb' }, nowhere);
    expect(byVolume(at('2027-01-01')).high_alarm).toBeCloseTo(101.9, 1);
  });

  test('of ozone over 8 hours are those of 8 hours, of hours and days alike', () => {
    for (const data_type of ['hour', 'day'] as const)
      expect(limitsOf(rule({ measure: 'o3_8h', data_type }), o3, nowhere)(at('2027-01-01'))).toEqual({
        ...none,
        high_alarm: 160,
      });
  });

  test('are offered where the standard has one', () => {
    expect(offersLimits('grade_2', rule({ data_type: 'day' }), pm25)).toBe(true);
    expect(offersLimits('grade_2', rule({ data_type: 'hour' }), pm25)).toBe(false);
    expect(offersLimits('grade_2', rule({ data_type: 'minute' }), o3)).toBe(false);
    expect(offersLimits('grade_2', rule({ data_type: 'day' }), o3)).toBe(false);
    expect(offersLimits('grade_2', rule({}), phosphorus)).toBe(false);
    expect(offersLimits('grade_2', rule({}), { code: null, unit: '' })).toBe(false);
    expect(offersLimits('own', rule({}), { code: null, unit: '' })).toBe(true);
  });
});

describe('limits of the class that a site is meant to have', () => {
  const lake: TargetSite = { water_quality_type: 'lake', water_pollution_level: 2 };
  const ofTarget = (factor: RuledFactor | null, site: TargetSite, more: Partial<LimitedRule> = {}) =>
    limitsOf(rule({ limits: 'target', ...more }), factor, site)(at('2027-01-01'));

  test('are those of its water and class, and of class III in a river where nothing is said', () => {
    expect(ofTarget(phosphorus, lake)).toEqual({ ...none, high_alarm: 0.025 });
    expect(ofTarget(phosphorus, nowhere)).toEqual({ ...none, high_alarm: 0.2 });
    expect(ofTarget({ code: 'w20142', unit: 'µg/L' }, nowhere)).toEqual({ ...none, high_alarm: 0.1 });
  });

  test('are low ones of oxygen, and both of pH', () => {
    expect(ofTarget({ code: 'w01009', unit: 'mg/L' }, nowhere)).toEqual({ ...none, low_alarm: 5 });
    expect(ofTarget({ code: 'w01001', unit: '无量纲' }, nowhere)).toEqual({
      ...none,
      low_alarm: 6,
      high_alarm: 9,
    });
  });

  test('are the class itself where the rule is on the class', () => {
    expect(ofTarget(null, lake, { measure: 'water_class' })).toEqual({ ...none, high_alarm: 2 });
    expect(offersLimits('target', rule({ measure: 'water_class' }), null)).toBe(true);
    expect(offersLimits('grade_2', rule({ measure: 'water_class' }), null)).toBe(false);
    expect(offersLimits('target', rule({}), pm25)).toBe(false);
  });
});

test('a value is compared as it is published where the limit is that of the air standard', () => {
  expect(judgedValue(rule({}), pm25, 60.4)).toBe(60);
  expect(judgedValue(rule({ limits: 'own' }), pm25, 60.4)).toBe(60.4);
  expect(judgedValue(rule({ limits: 'own' }), phosphorus, Math.fround(0.15))).toBe(0.15);
});
