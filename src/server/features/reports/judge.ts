import {
  airLimit,
  exceeds,
  type LimitItem,
  type LimitPeriod,
  limitedItems,
  limitItemOfCode,
} from '#shared/domain/air-limits.ts';
import { airRulesAt } from '#shared/domain/air-rules.ts';
import type { Level } from '#shared/domain/buckets.ts';
import { inPollutantUnit, type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import { inUnit } from '#shared/domain/units.ts';
import { waterClass } from '#shared/domain/water-class.ts';
import { type WaterBody, waterItemOfCode, waterValues } from '#shared/domain/water-items.ts';
import type { ReportedFactor, ReportedSite } from './read.ts';

/** Whether a value that counts is over the limit that holds for it. */
export type IsOver = (value: number, at: Date) => boolean;

/** Water is held against the class that its section is meant to have, III where none is named. */
const USUAL_TARGET = 3;

/** None of what has no limit; months have none of their own, their days have. */
export function judgeOf(site: ReportedSite, factor: ReportedFactor, level: Level): IsOver | undefined {
  if (level === 'month') return undefined;
  return site.site_type === 'water' ? overClass(site, factor) : overLimit(factor, level);
}

function overLimit(factor: ReportedFactor, level: 'hour' | 'day'): IsOver | undefined {
  const item = factor.code && limitItemOfCode(factor.code);
  const period = periodOf(factor, level);
  if (!item || !period) return undefined;
  return (value, at) => {
    const limit = airLimit(airRulesAt(at).limits, item, period);
    const concentration = inItemUnit(item, value, factor.unit);
    return limit !== null && concentration !== null && exceeds(item, concentration, limit);
  };
}

/** A day of ozone is judged by its highest 8 hours and not by its mean. */
function periodOf({ derivation }: ReportedFactor, level: 'hour' | 'day'): LimitPeriod | undefined {
  if (derivation === 'max_8h') return '8h';
  if (derivation === 'max_1h') return '1h';
  return level === 'hour' ? '1h' : '24h';
}

function inItemUnit(item: LimitItem, value: number, unit: string): number | null {
  return item in pollutantFacts
    ? inPollutantUnit(item as Pollutant, value, unit)
    : inUnit(value, unit, limitedItems[item].unit);
}

export function bodyOf({ water_quality_type }: ReportedSite): WaterBody {
  return water_quality_type ?? 'river';
}

function overClass(site: ReportedSite, { code, unit }: ReportedFactor): IsOver | undefined {
  const body = bodyOf(site);
  const item = code && waterItemOfCode(code, body);
  if (!code || !item) return undefined;
  const target = site.water_pollution_level ?? USUAL_TARGET;
  return (value) => {
    const inItsUnit = waterValues(body, [{ code, value, unit }])[item];
    const itsClass = inItsUnit === undefined ? null : waterClass(item, inItsUnit);
    return itsClass !== null && itsClass > target;
  };
}
