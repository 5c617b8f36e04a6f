import {
  type Check,
  classCheck,
  limitCheck,
  ozoneCheck,
  ozoneDayCheck,
} from '#shared/domain/alarm-checks.ts';
import { judgedValue, limitsOf } from '#shared/domain/alarm-limits.ts';
import { waterValues } from '#shared/domain/water-items.ts';
import { waterSection } from '#shared/domain/water-section.ts';
import { waterTarget } from '#shared/domain/water-target.ts';
import type { AlarmFactor, AlarmSetup, AlarmSite, StoredRule } from './setup.ts';

/** What must be known about factors to apply a rule. */
export type RuleFacts = Pick<AlarmSetup, 'factor' | 'ozoneDay' | 'waterChoices'>;

/** The check for a rule at a site; undefined if rows with these factors do not concern it. */
export function ruleCheck(
  facts: RuleFacts,
  rule: StoredRule,
  site: AlarmSite,
  fids: readonly number[],
): Check | undefined {
  if (rule.component_id === null) return classOf(facts, rule, site);
  const fid = factorRead(facts, rule);
  return fid !== undefined && fids.includes(fid)
    ? limitOf(facts, rule, rule.component_id, fid, site)
    : undefined;
}

/**
 * The factor whose values a rule uses; undefined for the water class. For daily ozone it is the highest 8-hour mean.
 */
export function factorRead(
  { ozoneDay }: Pick<RuleFacts, 'ozoneDay'>,
  { measure, data_type, component_id }: Pick<StoredRule, 'measure' | 'data_type' | 'component_id'>,
): number | undefined {
  if (component_id === null) return undefined;
  return measure === 'o3_8h' && data_type === 'day' ? ozoneDay(component_id) : component_id;
}

function limitOf(facts: RuleFacts, rule: StoredRule, fid: number, read: number, site: AlarmSite): Check {
  const factor = facts.factor(fid) ?? null;
  const judged = (value: number) => judgedValue(rule, factor, value);
  const placed = { fid, rule_id: rule.rule_id, rule_version: rule.version };
  const ruleAt = rulesOf(rule, factor, site);
  if (rule.measure !== 'o3_8h') return limitCheck(placed, ruleAt, judged);
  return read === fid ? ozoneCheck(placed, ruleAt, judged) : ozoneDayCheck(placed, read, ruleAt, judged);
}

function classOf(facts: RuleFacts, rule: StoredRule, site: AlarmSite): Check {
  const { body } = waterTarget(site);
  return classCheck(
    { rule_id: rule.rule_id, rule_version: rule.version },
    rulesOf(rule, null, site),
    (values) => {
      const readings = [...values].flatMap(([fid, value]) => {
        const { code, unit } = facts.factor(fid) ?? { code: null, unit: '' };
        return code ? [{ code, value, unit }] : [];
      });
      return waterSection(waterValues(body, readings), facts.waterChoices[body]).class;
    },
  );
}

function rulesOf(rule: StoredRule, factor: AlarmFactor | null, site: AlarmSite): Check['rule'] {
  const limits = limitsOf(rule, factor, site);
  const { raise_after, clear_after, deadband, hours } = rule;
  const patience = { raise_after, clear_after, deadband, hours };
  let last: { stated: ReturnType<typeof limits>; made: ReturnType<Check['rule']> } | undefined;
  return (at) => {
    const stated = limits(new Date(at));
    if (last?.stated !== stated) last = { stated, made: { ...stated, ...patience } };
    return last.made;
  };
}
