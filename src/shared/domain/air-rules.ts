import type { Pollutant } from './pollutants.ts';
import { networkZone, parseTime } from './time.ts';

/** Editions of HJ 633: how the air quality index is calculated. */
export type AqiEdition = '2012' | '2026';

/**
 * Editions of GB 3095: the limits. The 2026 edition has transitional limits until the end of 2030 and stricter ones
 * from 2031.
 */
export const limitEditions = ['2012', '2026', '2031'] as const;
export type LimitEdition = (typeof limitEditions)[number];

export interface AirRules {
  /** The first day that they apply to. */
  from: string;
  aqi: AqiEdition;
  limits: LimitEdition;
  /** Weight of each individual index in the comprehensive index. */
  weights: Readonly<Record<Pollutant, number>>;
}

const evenly = { so2: 1, no2: 1, co: 1, o3: 1, pm10: 1, pm25: 1 };

/** Also applied to older values. */
const oldest: AirRules = { from: '2016-01-01', aqi: '2012', limits: '2012', weights: evenly };

/** Newest first. */
const ruleSets: readonly AirRules[] = [
  { from: '2031-01-01', aqi: '2026', limits: '2031', weights: evenly },
  { from: '2026-03-01', aqi: '2026', limits: '2026', weights: evenly },
  oldest,
];

/** The rules of a day (`yyyy-MM-dd`, network time). A longer period uses the rules of its last day. */
export function airRulesOf(day: string): AirRules {
  return ruleSets.find(({ from }) => day >= from) ?? oldest;
}

/** The rules that come into force after a day, the next first. */
export function laterAirRules(day: string): AirRules[] {
  return ruleSets.filter(({ from }) => from > day).toReversed();
}

/**
 * The rules of the hour that begins at this moment. The hour labelled 24:00 begins at 23:00 and belongs to its own day.
 */
export function airRulesAt(start: Date, zone = networkZone()): AirRules {
  const ms = start.getTime();
  return startsOf(zone).find((each) => ms >= each.ms)?.rules ?? oldest;
}

const starts = new Map<string, readonly { ms: number; rules: AirRules }[]>();

// Cached: a year of a network asks a million times, and date calculations are slow.
function startsOf(zone: string) {
  const known = starts.get(zone);
  if (known) return known;
  const made = ruleSets.flatMap((rules) => {
    const from = parseTime(rules.from, zone);
    return from ? [{ ms: from.getTime(), rules }] : [];
  });
  starts.set(zone, made);
  return made;
}
