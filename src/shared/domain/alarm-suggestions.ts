import {
  type LimitedRule,
  limitsOf,
  offersLimits,
  type RuleDataType,
  type RuledFactor,
  type RuleMeasure,
} from './alarm-limits.ts';
import { type Pollutant, pollutantFacts, pollutantOfCode } from './pollutants.ts';
import { inUnit } from './units.ts';
import { type WaterBody, waterItemOfCode } from './water-items.ts';

/** A suggested rule with defaults that work. */
export interface SuggestedRule extends Omit<LimitedRule, 'measure' | 'data_type'> {
  raise_after: number;
  clear_after: number;
  deadband: number;
}

/** Default share of the limit for warnings. */
export const WARNING_SHARE = 0.8;

/** Default dead band as a share of the limit: with less, alarms would open and close at the limit. */
const DEADBAND_SHARE = 0.05;

/** The shorter the period, the more consecutive values are needed: single ones are noise. */
const patience: Readonly<Record<RuleDataType, number>> = { realtime: 10, minute: 5, hour: 1, day: 1 };

/**
 * GB 3095 has no hourly limits for particles: these are the bounds of moderate and heavy pollution of HJ 633, in µg/m³.
 */
const particles: Partial<Record<Pollutant, readonly [warning: number, alarm: number]>> = {
  pm25: [115, 150],
  pm10: [250, 350],
};

const own: SuggestedRule = {
  limits: 'own',
  warning_share: null,
  high_warning: null,
  high_alarm: null,
  low_warning: null,
  low_alarm: null,
  raise_after: 1,
  clear_after: 1,
  deadband: 0,
};

/** Suggested rule for a factor and data type: the standard's limits if it has any, and default patience. */
export function suggestedRule(
  { measure, data_type }: { measure: RuleMeasure; data_type: RuleDataType },
  factor: RuledFactor | null,
  at: Date,
): SuggestedRule {
  const times = { raise_after: patience[data_type], clear_after: patience[data_type] };
  const rule = { ...own, ...times };
  const asked = { measure, data_type };
  if (offersLimits('target', asked, factor)) return { ...rule, limits: 'target' };
  if (offersLimits('grade_2', asked, factor)) {
    const graded = { ...rule, limits: 'grade_2', warning_share: WARNING_SHARE } as const;
    return data_type === 'hour'
      ? { ...graded, deadband: deadbandOf({ ...graded, ...asked }, factor, at) }
      : graded;
  }
  return { ...rule, ...ownLimits(asked, factor, at) };
}

/**
 * Numeric limits where the standard has none for this data type: particles, and the hourly limits for shorter periods.
 */
function ownLimits(
  { data_type }: { data_type: RuleDataType },
  factor: RuledFactor | null,
  at: Date,
): Partial<SuggestedRule> {
  const pollutant = factor?.code && pollutantOfCode(factor.code);
  if (!factor || !pollutant || data_type === 'day') return {};
  const [warning, alarm] = particles[pollutant] ?? [];
  const inItsUnit = (limit: number) =>
    rounded(inUnit(limit, pollutantFacts[pollutant].unit, factor.unit, pollutantFacts[pollutant].molarMass));
  const limits =
    warning !== undefined && alarm !== undefined
      ? { high_warning: inItsUnit(warning), high_alarm: inItsUnit(alarm) }
      : hourLimits(factor, at);
  return { ...limits, deadband: shareOf(limits.high_alarm) };
}

function hourLimits(factor: RuledFactor, at: Date) {
  const hourly: LimitedRule = {
    ...own,
    measure: 'value',
    data_type: 'hour',
    limits: 'grade_2',
    warning_share: WARNING_SHARE,
  };
  const { high_warning, high_alarm } = limitsOf(hourly, factor, anywhere)(at);
  return { high_warning: rounded(high_warning), high_alarm: rounded(high_alarm) };
}

const anywhere = { water_quality_type: null, water_pollution_level: null };

function deadbandOf(rule: LimitedRule, factor: RuledFactor | null, at: Date): number {
  return shareOf(limitsOf(rule, factor, anywhere)(at).high_alarm);
}

function shareOf(limit: number | null): number {
  return limit === null ? 0 : Number((limit * DEADBAND_SHARE).toPrecision(2));
}

/** The suggested warning limit and dead band, adapted to an alarm limit that replaces the suggested one. */
export function suggestedBeside(high_alarm: number): Pick<SuggestedRule, 'high_warning' | 'deadband'> {
  return { high_warning: rounded(high_alarm * WARNING_SHARE), deadband: shareOf(high_alarm) };
}

/** A converted limit has more digits than anyone would type. */
function rounded(limit: number | null): number | null {
  return limit === null ? null : Number(limit.toPrecision(4));
}

/** The choices for presets. */
export interface PresetChoice {
  grade: 'grade_1' | 'grade_2';
  warning_share: number | null;
  /** Null: each site's own target class. */
  water_class: number | null;
}

export interface Preset {
  measure: RuleMeasure;
  data_type: RuleDataType;
}

/** The preset for the water class, which belongs to no single factor. */
export const classPreset: Preset = { measure: 'water_class', data_type: 'hour' };

/** The presets of a factor of the network; none for factors without limits. */
export function presetsOf(factor: RuledFactor): Preset[] {
  const pollutant = factor.code && pollutantOfCode(factor.code);
  const asDay: Preset = { measure: pollutant === 'o3' ? 'o3_8h' : 'value', data_type: 'day' };
  if (pollutant) return [{ measure: 'value', data_type: 'hour' }, asDay];
  const isWater = (body: WaterBody) => factor.code && waterItemOfCode(factor.code, body);
  return isWater('river') || isWater('lake') ? [{ measure: 'value', data_type: 'hour' }] : [];
}

export function presetRule(
  preset: Preset,
  factor: RuledFactor | null,
  { grade, warning_share, water_class }: PresetChoice,
  at: Date,
): SuggestedRule {
  const rule = suggestedRule(preset, factor, at);
  if (rule.limits === 'grade_2') return { ...rule, limits: grade, warning_share };
  if (rule.limits !== 'target' || water_class === null) return rule;
  const ofClass = (water_quality_type: WaterBody) =>
    limitsOf({ ...rule, ...preset }, factor, { water_quality_type, water_pollution_level: water_class })(at);
  // Total nitrogen has limits for lakes only.
  const [river, lake] = [ofClass('river'), ofClass('lake')];
  const isLimited = Object.values(river).some((limit) => limit !== null);
  return { ...rule, limits: 'own', ...(isLimited ? river : lake) };
}
