import { airLimit, type LimitPeriod } from './air-limits.ts';
import type { AirRules, LimitEdition } from './air-rules.ts';
import { judged, type Pollutant, pollutants } from './pollutants.ts';
import { roundHalfEven, withoutNoise } from './rounding.ts';
import { mean, percentile } from './statistics.ts';

/** HJ 663: the percentile of the daily values that a year is assessed by, besides the mean. */
export const yearPercentiles: Readonly<Record<Pollutant, number>> = {
  so2: 98,
  no2: 98,
  co: 95,
  o3: 90,
  pm10: 95,
  pm25: 95,
};

/** CO and O3 have no annual limit: their percentile is compared with the daily or 8-hour limit. */
const limitPeriods: Readonly<Record<Pollutant, LimitPeriod>> = {
  so2: 'year',
  no2: 'year',
  co: '24h',
  o3: '8h',
  pm10: 'year',
  pm25: 'year',
};

/** CO and O3 are assessed by a percentile of the daily values, all others by their mean. */
export function judgedPercentile(pollutant: Pollutant): number | null {
  return limitPeriods[pollutant] === 'year' ? null : yearPercentiles[pollutant];
}

/** The class 2 limit for a period. */
export function periodLimit(edition: LimitEdition, pollutant: Pollutant): number | null {
  return airLimit(edition, pollutant, limitPeriods[pollutant]);
}

/**
 * The concentration that a month, quarter or year is assessed by: the mean of the daily values, or the percentile for
 * CO and O3.
 */
export function periodConcentration(pollutant: Pollutant, days: readonly number[]): number | null {
  const p = judgedPercentile(pollutant);
  const value = p === null ? mean(days) : percentile(p, days);
  return value === null ? null : judged(pollutant, value);
}

export interface ComprehensiveIndex {
  /** With two decimals; null unless all six pollutants are known. */
  index: number | null;
  /** Concentration divided by the limit, for each known pollutant. */
  single: Partial<Record<Pollutant, number>>;
  /** The pollutants with the largest single index. */
  primary: Pollutant[];
}

/** 综合指数: lower is cleaner. */
export function comprehensiveIndex(
  { limits, weights }: Pick<AirRules, 'limits' | 'weights'>,
  concentrations: Partial<Record<Pollutant, number | null>>,
): ComprehensiveIndex {
  const known = pollutants.flatMap((pollutant) => {
    const concentration = concentrations[pollutant] ?? null;
    const limit = periodLimit(limits, pollutant);
    if (concentration === null || limit === null) return [];
    return [{ pollutant, single: withoutNoise(judged(pollutant, concentration) / limit) }];
  });
  const sum = known.reduce((total, { pollutant, single }) => total + weights[pollutant] * single, 0);
  const largest = Math.max(...known.map(({ single }) => single));
  return {
    index: known.length === pollutants.length ? roundHalfEven(sum, 2) : null,
    single: Object.fromEntries(known.map(({ pollutant, single }) => [pollutant, single])),
    primary: known.filter(({ single }) => single === largest).map(({ pollutant }) => pollutant),
  };
}
