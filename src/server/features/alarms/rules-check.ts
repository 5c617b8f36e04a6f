import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { type LimitedRule, offersLimits, type RuledFactor } from '#shared/domain/alarm-limits.ts';
import type { RuleScope } from '#shared/domain/alarm-scope.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { Fault } from '#shared/faults.ts';

export interface PlacedRule {
  scope: RuleScope;
  product_id: number | null;
  site_id: number | null;
}

/** The fields of a rule that depend on one another. */
export interface CheckedRule extends PlacedRule, LimitedRule {
  component_id: number | null;
  deadband: number;
}

/** `derived`: the platform computes it from another factor. */
export interface KnownFactor extends RuledFactor {
  derived: boolean;
}

export async function factorOfRule(db: Db, component_id: number | null): Promise<KnownFactor | null> {
  if (component_id === null) return null;
  const factor = await db.one<KnownFactor>(sql`
    select code_2017 as code, unit, derived_from is not null as derived
      from component where component_id = ${component_id}`);
  return factor ?? null;
}

/** Clears fields that do not apply to the other choices; throws on the field that is invalid. */
export function checkedRule(rule: CheckedRule, factor: KnownFactor | null): CheckedRule {
  const isClass = rule.measure === 'water_class';
  const isOwn = rule.limits === 'own';
  const isGrade = rule.limits === 'grade_1' || rule.limits === 'grade_2';
  const own = (limit: number | null) => (isOwn ? limit : null);
  const checked: CheckedRule = {
    scope: rule.scope,
    product_id: rule.scope === 'product' ? rule.product_id : null,
    site_id: rule.scope === 'site' ? rule.site_id : null,
    measure: rule.measure,
    component_id: isClass ? null : rule.component_id,
    data_type: rule.data_type,
    limits: rule.limits,
    warning_share: isGrade ? rule.warning_share : null,
    high_warning: own(rule.high_warning),
    high_alarm: own(rule.high_alarm),
    low_warning: isClass ? null : own(rule.low_warning),
    low_alarm: isClass ? null : own(rule.low_alarm),
    deadband: isClass ? 0 : rule.deadband,
  };
  const problem = problemOf(checked, factor);
  if (problem) throw new Fault('parameter_error', { fields: [problem] });
  return checked;
}

function problemOf(rule: CheckedRule, factor: KnownFactor | null) {
  const { scope, product_id, site_id, measure, component_id, limits } = rule;
  if (scope === 'product' && product_id === null) return { field: 'product_id', problem: 'required' };
  if (scope === 'site' && site_id === null) return { field: 'site_id', problem: 'required' };
  if (measure !== 'water_class' && component_id === null)
    return { field: 'component_id', problem: 'required' };
  if (factor?.derived) return { field: 'component_id', problem: 'derived_factor' };
  if (measure === 'o3_8h' && factor && factor.code !== pollutantFacts.o3.code)
    return { field: 'component_id', problem: 'not_ozone' };
  const ruled = measure === 'water_class' ? null : factor;
  // The database rejects an unknown factor.
  if ((factor || measure === 'water_class') && !offersLimits(limits, rule, ruled))
    return { field: 'limits', problem: 'no_standard' };
  return limitProblem(rule);
}

/** The same checks as the database constraints, for rules that are not stored: back-tests and import rows. */
function limitProblem(rule: CheckedRule) {
  const { measure, data_type, limits, high_warning, high_alarm, low_warning, low_alarm } = rule;
  if (measure !== 'value' && data_type !== 'hour' && data_type !== 'day')
    return { field: 'data_type', problem: 'hours_or_days' };
  const high = high_warning ?? high_alarm;
  const low = low_warning ?? low_alarm;
  if (limits === 'own' && high === null && low === null)
    return { field: 'high_warning', problem: 'no_limit' };
  if (measure === 'water_class') {
    const isClass = (limit: number | null) => limit === null || limitedClasses.some((each) => each === limit);
    if (!isClass(high_warning)) return { field: 'high_warning', problem: 'bad_class' };
    if (!isClass(high_alarm)) return { field: 'high_alarm', problem: 'bad_class' };
  }
  if (high_warning !== null && high_alarm !== null && high_alarm < high_warning)
    return { field: 'high_alarm', problem: 'inside_warning' };
  if (low_warning !== null && low_alarm !== null && low_alarm > low_warning)
    return { field: 'low_alarm', problem: 'inside_warning' };
  if (high !== null && low !== null && high <= low) return { field: 'low_warning', problem: 'sides_cross' };
  return undefined;
}
