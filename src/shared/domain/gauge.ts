import { airLimit, type LimitPeriod } from './air-limits.ts';
import { airRulesAt } from './air-rules.ts';
import { aqiBands } from './aqi-bands.ts';
import { iaqi } from './iaqi.ts';
import type { Pollutant } from './pollutants.ts';
import { hourItem } from './standing.ts';
import { waterClass } from './water-class.ts';
import { limitedClasses, type WaterItem, waterFacts } from './water-items.ts';

/** A gauge has six parts of equal width, one per level or class. */
export const gaugeParts = 6;

/** The last index of the table is at the end of the gauge. */
const highestIndex = 500;

/** The position of an individual index on the gauge, from 0 to 1. */
export function airPlace(index: number): number {
  let low = 0;
  for (const { level, max } of aqiBands) {
    const high = Number.isFinite(max) ? max : highestIndex;
    if (index <= high) return (level - 1 + Math.max(0, (index - low) / (high - low))) / gaugeParts;
    low = high;
  }
  return 1;
}

export interface GaugeLimit {
  value: number;
  period: LimitPeriod;
  place: number;
}

/** The hourly class 2 limit of a pollutant; for particles the 24-hour limit, because there is no other. */
export function pollutantLimit(at: Date, pollutant: Pollutant): GaugeLimit | undefined {
  const { aqi, limits } = airRulesAt(at);
  const item = hourItem(aqi, pollutant);
  const period = item?.endsWith('_24h') ? '24h' : '1h';
  const value = airLimit(limits, pollutant, period);
  const index = item && value !== null ? iaqi(aqi, item, value) : null;
  return value === null || index === null ? undefined : { value, period, place: airPlace(index) };
}

/** The position of a water value on the gauge; null for an impossible concentration. */
export function waterPlace(item: WaterItem, value: number): number | null {
  const itsClass = waterClass(item, value);
  if (itsClass === null) return null;
  const { bounds } = waterFacts[item];
  const [low, high] = bounds[1];
  const share =
    low > 0 && Number.isFinite(high)
      ? shareAround(value, low, high, itsClass > 1)
      : Number.isFinite(high)
        ? shareBetween(
            value,
            limitedClasses.map((each) => bounds[each][1]),
            itsClass,
          )
        : // For oxygen more is better: the reversed scale.
          shareBetween(
            -value,
            limitedClasses.map((each) => -bounds[each][0]),
            itsClass,
          );
  return (itsClass - 1 + Math.min(1, Math.max(0, share))) / gaugeParts;
}

/** pH: distance from the middle of its range, or beyond its ends. */
function shareAround(value: number, low: number, high: number, isBeyond: boolean): number {
  const half = (high - low) / 2;
  const away = Math.abs(value - low - half) / half;
  return isBeyond ? away - 1 : away;
}

/** Between the limit of the previous class and that of its own; beyond the last class the same width again. */
function shareBetween(value: number, limits: readonly number[], itsClass: number): number {
  const own = limits[itsClass - 1];
  const last = limits.at(-1) ?? 0;
  if (own === undefined) return (value - last) / Math.abs(last);
  const before = limits.findLast((limit) => limit < own);
  const from = before ?? (own < 0 ? own * 2 : 0);
  return (value - from) / (own - from);
}
