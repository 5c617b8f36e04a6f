import { airLimit, type LimitPeriod } from './air-limits.ts';
import { airRulesAt } from './air-rules.ts';
import { aqiBands } from './aqi-bands.ts';
import { iaqi } from './iaqi.ts';
import type { Pollutant } from './pollutants.ts';
import { hourItem } from './standing.ts';
import { waterClass } from './water-class.ts';
import { limitedClasses, type WaterItem, waterFacts } from './water-items.ts';

/** A gauge has a part of equal width for each of the six levels or classes. */
export const gaugeParts = 6;

/** The last index of the table, at the end of the gauge. */
const highestIndex = 500;

/** Where an individual index stands on the gauge, from 0 to 1. */
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

/** The class 2 limit that an hour of a pollutant is held against; particles have one of 24 hours only. */
export function pollutantLimit(at: Date, pollutant: Pollutant): GaugeLimit | undefined {
  const { aqi, limits } = airRulesAt(at);
  const item = hourItem(aqi, pollutant);
  const period = item?.endsWith('_24h') ? '24h' : '1h';
  const value = airLimit(limits, pollutant, period);
  const index = item && value !== null ? iaqi(aqi, item, value) : null;
  return value === null || index === null ? undefined : { value, period, place: airPlace(index) };
}

/** Where a value of water stands on the gauge; none of what is no concentration. */
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
        : // Oxygen is the better the more there is: the same read from the other end.
          shareBetween(
            -value,
            limitedClasses.map((each) => -bounds[each][0]),
            itsClass,
          );
  return (itsClass - 1 + Math.min(1, Math.max(0, share))) / gaugeParts;
}

/** pH: how far from the middle of its range, or beyond its ends. */
function shareAround(value: number, low: number, high: number, isBeyond: boolean): number {
  const half = (high - low) / 2;
  const away = Math.abs(value - low - half) / half;
  return isBeyond ? away - 1 : away;
}

/** From the limit of the class before, where that has another, to that of its own; beyond the last as far again. */
function shareBetween(value: number, limits: readonly number[], itsClass: number): number {
  const own = limits[itsClass - 1];
  const last = limits.at(-1) ?? 0;
  if (own === undefined) return (value - last) / Math.abs(last);
  const before = limits.findLast((limit) => limit < own);
  const from = before ?? (own < 0 ? own * 2 : 0);
  return (value - from) / (own - from);
}
