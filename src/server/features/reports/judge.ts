import type { ReportLimit } from '#shared/contract/reports/reports.ts';
import {
  airLimit,
  exceedance,
  exceeds,
  type LimitItem,
  type LimitPeriod,
  limitedItems,
  limitItemOfCode,
} from '#shared/domain/air-limits.ts';
import { airRulesAt, type LimitEdition, limitEditions } from '#shared/domain/air-rules.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { inPollutantUnit, type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import { inUnit } from '#shared/domain/units.ts';
import { targetJudge, waterTarget } from '#shared/domain/water-target.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';

/** Compares a factor's values at a site with its limits. */
export interface Judge {
  /** Whether a valid value exceeds the limit in force at that time. */
  isOver(value: number, at: Date): boolean;
  limitAt(at: Date): ReportLimit | null;
  /** The exceedance as a multiple of the limit; null for pH and oxygen. */
  timesOver(value: number, at: Date): number | null;
}

/** Undefined without a limit. Months have none; their days have. */
export function judgeOf(site: ReportedSite, factor: ReportedFactor, level: Level): Judge | undefined {
  if (level === 'month') return undefined;
  return site.site_type === 'water' ? classJudge(site, factor) : limitJudge(factor, level);
}

/** Whether there is a limit at all: for wind, or an hour of particles, there is none. */
export function isLimited(judge: Judge | undefined, { from }: { from: Date }): boolean {
  return judge !== undefined && judge.limitAt(from) !== null;
}

function limitJudge(factor: ReportedFactor, level: 'hour' | 'day'): Judge | undefined {
  const item = factor.code && limitItemOfCode(factor.code);
  if (!item) return undefined;
  const period = periodOf(factor, level);
  // Looked up once: called for each day of a network's year.
  const limits = Object.fromEntries(
    limitEditions.map((edition) => [edition, airLimit(edition, item, period)]),
  ) as Record<LimitEdition, number | null>;
  const limitOf = (at: Date) => limits[airRulesAt(at).limits];
  return {
    isOver: (value, at) => {
      const limit = limitOf(at);
      if (limit === null) return false;
      const concentration = inItemUnit(item, value, factor.unit);
      return concentration !== null && exceeds(item, concentration, limit);
    },
    timesOver: (value, at) => {
      const limit = limitOf(at);
      const concentration = inItemUnit(item, value, factor.unit);
      return limit === null || concentration === null ? null : exceedance(item, concentration, limit);
    },
    limitAt: (at) => {
      const high = limitOf(at);
      const { unit } = limitedItems[item];
      return high === null
        ? null
        : { low: null, high, unit, edition: airRulesAt(at).limits, period, target: null };
    },
  };
}

/** The limit for a day of ozone is for the 8-hour maximum, not the mean. */
function periodOf(
  { derivation }: ReportedFactor,
  level: 'hour' | 'day',
): LimitPeriod & ('1h' | '8h' | '24h') {
  if (derivation === 'max_8h') return '8h';
  if (derivation === 'max_1h') return '1h';
  return level === 'hour' ? '1h' : '24h';
}

function inItemUnit(item: LimitItem, value: number, unit: string): number | null {
  return item in pollutantFacts
    ? inPollutantUnit(item as Pollutant, value, unit)
    : inUnit(value, unit, limitedItems[item].unit);
}

function classJudge(site: ReportedSite, factor: ReportedFactor): Judge | undefined {
  const held = waterTarget(site);
  const judge = targetJudge(held, factor);
  if (!judge) return undefined;
  const { low, high, unit, isOver, timesOver } = judge;
  return {
    isOver,
    timesOver,
    limitAt: () => ({ low, high, unit, edition: null, period: null, target: held.target }),
  };
}
