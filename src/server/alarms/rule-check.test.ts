import { expect, test } from 'vitest';
import { type CheckedRow, type CheckStep, type SiteState, stepChecks } from '#shared/domain/alarm-checks.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { usualChoice } from '#shared/domain/water-section.ts';
import { factorRead, type RuleFacts, ruleCheck } from './rule-check.ts';
import type { AlarmFactor, AlarmSite, StoredRule } from './setup.ts';

const OZONE = 1;
const OZONE_8H = 2;
const AMMONIA = 3;
const COLIFORMS = 4;
const factors = [
  { fid: OZONE, code: 'a05024', unit: 'µg/m³' },
  { fid: OZONE_8H, code: null, unit: 'µg/m³' },
  { fid: AMMONIA, code: 'w21003', unit: 'mg/L' },
  { fid: COLIFORMS, code: 'w02003', unit: 'count/L' },
] as AlarmFactor[];
const facts: RuleFacts = {
  factor: (fid) => factors.find((factor) => factor.fid === fid),
  ozoneDay: (fid) => (fid === OZONE ? OZONE_8H : undefined),
  waterChoices: usualChoice,
};
const site = { site_id: 1, water_quality_type: 'river', water_pollution_level: 2 } as AlarmSite;
const rule = (more: Partial<StoredRule>): StoredRule => ({
  ...{ rule_id: 9, version: 1, scope: 'network', product_id: null, site_id: null },
  ...{ measure: 'value', component_id: OZONE, data_type: 'day', limits: 'own', warning_share: null },
  ...{ high_warning: null, high_alarm: null, low_warning: null, low_alarm: null },
  ...{ raise_after: 1, clear_after: 1, deadband: 0, hours: [] },
  ...more,
});

function row(day: number, values: Record<number, number>): CheckedRow {
  const counted = Object.entries(values).map(([fid, value]) => [Number(fid), { value, flag: '' }] as const);
  return { at: Date.UTC(2026, 10, day), time: '08:00:00', values: new Map(counted) };
}
function judge(one: StoredRule, rows: readonly CheckedRow[]): CheckStep[] {
  const state: SiteState = {};
  return rows.flatMap((each) => {
    const check = ruleCheck(facts, one, site, [...each.values.keys()]);
    return check ? stepChecks(state, [check], DAY_MS, each) : [];
  });
}

test('a day of ozone over 8 hours is held against the limits by its highest 8 hours', () => {
  const ozone = rule({ measure: 'o3_8h', limits: 'grade_2' });
  expect(factorRead(facts, ozone)).toBe(OZONE_8H);
  const steps = judge(ozone, [
    row(1, { [OZONE]: 90, [OZONE_8H]: 161 }),
    row(2, { [OZONE]: 200, [OZONE_8H]: 100 }),
  ]);
  expect(steps.map(({ did, limit }) => [did, limit])).toEqual([
    ['raised', 160],
    ['cleared', 160],
  ]);
  // The rule is about ozone, so the episode is too, not about the derived 8-hour mean.
  expect(steps[0]?.check.fid).toBe(OZONE);
});

test('the class of water is that of the items that are chosen for it', () => {
  const byTarget = rule({ measure: 'water_class', component_id: null, limits: 'target', data_type: 'hour' });
  expect(judge(byTarget, [row(1, { [AMMONIA]: 0.4, [COLIFORMS]: 90_000 })])).toEqual([]);
  expect(judge(byTarget, [row(1, { [AMMONIA]: 0.9 })])).toMatchObject([
    { did: 'raised', limit: 2, episode: { peak: 3 } },
  ]);
});

test('rows without the factor say nothing of a rule', () => {
  expect(ruleCheck(facts, rule({ high_alarm: 1 }), site, [AMMONIA])).toBeUndefined();
});
