import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import type { MeasuredType } from '#shared/contract/readings/readings.ts';
import {
  airLimit,
  exceeds,
  type LimitItem,
  type LimitPeriod,
  limitedItems,
  limitItemOfCode,
} from '#shared/domain/air-limits.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import { startOfDay } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { LimitedClass } from '#shared/domain/water-items.ts';
import {
  reportedWater,
  type TargetJudge,
  targetJudge,
  type WaterTarget,
} from '#shared/domain/water-target.ts';
import type { ChartLimit } from '#web/charts/time-chart-option.ts';

type LimitedFactor = Pick<HistoryFactor, 'code_2017' | 'derivation' | 'unit'>;
export interface Limit extends Pick<ChartLimit, 'value' | 'from' | 'to'> {
  /** Water only: the target class, and whether values must be above or below. */
  target?: LimitedClass;
  sign?: '≥' | '≤';
}

/** Limits of GB 3095 class 2, by the editions in force during a time range. */
export function factorLimits(
  factor: LimitedFactor,
  data_type: MeasuredType,
  from: number,
  to: number,
): Limit[] {
  const limited = limitedAs(factor, data_type);
  if (!limited) return [];
  const limits: Limit[] = [];
  for (let start = from; start < to; start = startOfDay(new Date(start + DAY_MS)).getTime()) {
    const value = limitAt(limited, new Date(start));
    const end = Math.min(startOfDay(new Date(start + DAY_MS)).getTime(), to);
    const last = limits.at(-1);
    if (value === null) continue;
    if (last?.value === value) last.to = end;
    else limits.push({ value, from: start, to: end });
  }
  return limits;
}

/** The exceeded air limit, by the edition in force at `ts`; null if none. */
export function limitExceeded(
  factor: LimitedFactor,
  data_type: MeasuredType,
  ts: string,
  value: number,
): number | null {
  const limited = limitedAs(factor, data_type);
  const limit = limited ? limitAt(limited, new Date(ts)) : null;
  return limited && limit !== null && exceeds(limited.item, value, limit) ? limit : null;
}

/** Limits of a water section's target class; empty if the units differ. */
export function sectionLimits(
  section: WaterTarget,
  factor: LimitedFactor,
  data_type: MeasuredType,
  from: number,
  to: number,
): Limit[] {
  const judge = sectionJudge(section, factor, data_type);
  if (!judge || judge.unit !== factor.unit) return [];
  const { target } = section;
  const ends = [
    { value: judge.low, sign: '≥' as const },
    { value: judge.high, sign: '≤' as const },
  ];
  return ends.flatMap(({ value, sign }) => (value === null ? [] : { value, from, to, target, sign }));
}

/** The violated limit of a water section; values are rounded as in reports. */
export function sectionExceeded(
  section: WaterTarget,
  factor: LimitedFactor & Pick<HistoryFactor, 'report_decimals'>,
  data_type: MeasuredType,
  value: number,
): TargetJudge | undefined {
  const judge = sectionJudge(section, factor, data_type);
  return judge?.isOver(reportedWater(value, factor.report_decimals)) ? judge : undefined;
}

/** As in reports: only hours and days are assessed. */
function sectionJudge(
  section: WaterTarget,
  { code_2017, unit }: LimitedFactor,
  data_type: MeasuredType,
): TargetJudge | undefined {
  return data_type === 'hour' || data_type === 'day'
    ? targetJudge(section, { code: code_2017, unit })
    : undefined;
}

interface Limited {
  item: LimitItem;
  period: LimitPeriod;
}

/** Undefined if the unit differs from that of the limit. */
function limitedAs(
  { code_2017, derivation, unit }: LimitedFactor,
  data_type: MeasuredType,
): Limited | undefined {
  const item = code_2017 === null ? undefined : limitItemOfCode(code_2017);
  const period = limitPeriod(data_type, derivation);
  return item && period && limitedItems[item].unit === unit ? { item, period } : undefined;
}

function limitAt({ item, period }: Limited, at: Date): number | null {
  return airLimit(airRulesAt(at).limits, item, period);
}

function limitPeriod(
  data_type: MeasuredType,
  derivation: HistoryFactor['derivation'],
): LimitPeriod | undefined {
  if (data_type === 'hour') return '1h';
  if (data_type !== 'day') return undefined;
  if (derivation === null) return '24h';
  return derivation === 'max_8h' ? '8h' : '1h';
}
