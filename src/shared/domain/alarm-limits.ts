import {
  type AreaClass,
  airLimit,
  type LimitItem,
  type LimitPeriod,
  limitedItems,
  limitItemOfCode,
  standardPlaces,
} from './air-limits.ts';
import { airRulesAt, type LimitEdition, limitEditions } from './air-rules.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { pollutantFacts } from './pollutants.ts';
import { roundHalfEven, withoutNoise } from './rounding.ts';
import { inUnit } from './units.ts';
import { shownBounds, type WaterBody, waterFacts, waterItemOfCode } from './water-items.ts';
import { waterTarget } from './water-target.ts';

/** What a rule applies to: the value of a factor, the 8-hour mean of ozone, or the water class. */
export const ruleMeasures = ['value', 'o3_8h', 'water_class'] as const;
export type RuleMeasure = (typeof ruleMeasures)[number];

export const ruleDataTypes = ['realtime', 'minute', 'hour', 'day'] as const;
export type RuleDataType = (typeof ruleDataTypes)[number];

/** Source of the limits: own numbers, GB 3095 in the edition of the value's time, or the site's target class. */
export const limitSources = ['own', 'grade_1', 'grade_2', 'target'] as const;
export type LimitSource = (typeof limitSources)[number];

export type StatedLimits = Pick<AlarmRule, 'high_warning' | 'high_alarm' | 'low_warning' | 'low_alarm'>;

export interface LimitedRule extends StatedLimits {
  measure: RuleMeasure;
  data_type: RuleDataType;
  limits: LimitSource;
  /** For limits of a standard: the warning limit as a share of it; null: no warning. */
  warning_share: number | null;
}

/** The factor of a rule; the water class belongs to no single factor. */
export interface RuledFactor {
  /** National code. */
  code: string | null;
  unit: string;
}

/** What the limits of a site's target class depend on. */
export interface TargetSite {
  water_quality_type: WaterBody | null;
  water_pollution_level: number | null;
}

const none: StatedLimits = { high_warning: null, high_alarm: null, low_warning: null, low_alarm: null };

/** The limits of a rule at a site, by the time of each value; all null if the source has none for this factor. */
export function limitsOf(
  rule: LimitedRule,
  factor: RuledFactor | null,
  site: TargetSite,
): (at: Date) => StatedLimits {
  switch (rule.limits) {
    case 'own': {
      const { high_warning, high_alarm, low_warning, low_alarm } = rule;
      const own = { high_warning, high_alarm, low_warning, low_alarm };
      return () => own;
    }
    case 'target': {
      const ofTarget = targetLimits(rule, factor, site);
      return () => ofTarget;
    }
    case 'grade_1':
    case 'grade_2': {
      // Cached, because it is asked for each value.
      const byEdition = Object.fromEntries(
        limitEditions.map((edition) => [edition, gradeLimits(rule, factor, edition)]),
      ) as Record<LimitEdition, StatedLimits>;
      return (at) => byEdition[airRulesAt(at).limits];
    }
  }
}

/**
 * The value to compare: rounded as it is published for limits of a standard, otherwise free of floating-point noise.
 */
export function judgedValue(
  { limits }: Pick<LimitedRule, 'limits'>,
  factor: RuledFactor | null,
  value: number,
): number {
  const places = limits.startsWith('grade') && factor ? standardPlaces(factor.code, factor.unit) : null;
  return places === null ? withoutNoise(value) : roundHalfEven(value, places);
}

/** Whether a source offers limits for such a rule. */
export function offersLimits(
  source: LimitSource,
  rule: Pick<LimitedRule, 'measure' | 'data_type'>,
  factor: RuledFactor | null,
): boolean {
  if (source === 'own') return true;
  if (source === 'target')
    return (['river', 'lake'] as const).some((water_quality_type) =>
      isLimited(targetLimits(rule, factor, { water_quality_type, water_pollution_level: null })),
    );
  const asked = { ...rule, limits: source, warning_share: null };
  return limitEditions.some((edition) => isLimited(gradeLimits(asked, factor, edition)));
}

function isLimited(limits: StatedLimits): boolean {
  return Object.values(limits).some((limit) => limit !== null);
}

function targetLimits(
  { measure }: Pick<LimitedRule, 'measure'>,
  factor: RuledFactor | null,
  site: TargetSite,
): StatedLimits {
  const { body, target } = waterTarget(site);
  if (measure === 'water_class') return { ...none, high_alarm: target };
  const item = factor?.code && waterItemOfCode(factor.code, body);
  if (!factor || !item) return none;
  const { bounds, unit = 'mg/L' } = waterFacts[item];
  const { low, high } = shownBounds(bounds[target]);
  // pH and counts have only one unit, however it is written.
  const inItsUnit = (limit: number | null) =>
    limit === null || unit !== 'mg/L' ? limit : inUnit(limit, unit, factor.unit);
  return { ...none, high_alarm: inItsUnit(high), low_alarm: inItsUnit(low) };
}

function gradeLimits(
  rule: Pick<LimitedRule, 'measure' | 'data_type' | 'limits' | 'warning_share'>,
  factor: RuledFactor | null,
  edition: LimitEdition,
): StatedLimits {
  const item = factor?.code && limitItemOfCode(factor.code);
  const period = periodOf(rule);
  if (!item || !period) return none;
  const grade: AreaClass = rule.limits === 'grade_1' ? 1 : 2;
  const limit = airLimit(edition, item, period, grade);
  const high_alarm = limit === null ? null : inFactorUnit(item, limit, factor.unit);
  const { warning_share } = rule;
  const high_warning =
    high_alarm === null || warning_share === null ? null : withoutNoise(high_alarm * warning_share);
  return { ...none, high_warning, high_alarm };
}

/** The standard has limits for hours and days only, not for values in between. */
function periodOf({ measure, data_type }: Pick<LimitedRule, 'measure' | 'data_type'>) {
  if (measure === 'o3_8h') return '8h';
  const periods: Partial<Record<RuleDataType, LimitPeriod>> = { hour: '1h', day: '24h' };
  return periods[data_type];
}

function inFactorUnit(item: LimitItem, limit: number, unit: string): number | null {
  const facts: { molarMass?: number } = item in pollutantFacts ? pollutantFacts[item as 'so2'] : {};
  return inUnit(limit, limitedItems[item].unit, unit, facts.molarMass);
}
