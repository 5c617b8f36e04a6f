import { airLimit, type LimitPeriod } from './air-limits.ts';
import type { AirRules, LimitEdition } from './air-rules.ts';
import { judged, type Pollutant, pollutants } from './pollutants.ts';
import { roundHalfEven, withoutNoise } from './rounding.ts';
import { mean, percentile } from './statistics.ts';

/** HJ 663: the percentile of the days that a year is judged by, beside its mean. */
export const yearPercentiles: Readonly<Record<Pollutant, number>> = {
  so2: 98,
  no2: 98,
  co: 95,
  o3: 90,
  pm10: 95,
  pm25: 95,
};

/** CO and O3 have no limit of a year: their percentile is held against that of a day or 8 hours. */
const limitPeriods: Readonly<Record<Pollutant, LimitPeriod>> = {
  so2: 'year',
  no2: 'year',
  co: '24h',
  o3: '8h',
  pm10: 'year',
  pm25: 'year',
};

/** Of CO and O3 the percentile of a period's days is judged, of the others their mean. */
export function judgedPercentile(pollutant: Pollutant): number | null {
  return limitPeriods[pollutant] === 'year' ? null : yearPercentiles[pollutant];
}

/** The limit of class 2 that a period is held against. */
export function periodLimit(edition: LimitEdition, pollutant: Pollutant): number | null {
  return airLimit(edition, pollutant, limitPeriods[pollutant]);
}

/** What a month, quarter or year is judged by: the mean of its days, of CO and O3 their percentile. */
export function periodConcentration(pollutant: Pollutant, days: readonly number[]): number | null {
  const p = judgedPercentile(pollutant);
  const value = p === null ? mean(days) : percentile(p, days);
  return value === null ? null : judged(pollutant, value);
}

export interface ComprehensiveIndex {
  /** To two decimals. None unless all six are known. */
  index: number | null;
  /** Concentration over limit, of each that is known. */
  single: Partial<Record<Pollutant, number>>;
  /** Those with the largest single index. */
  primary: Pollutant[];
}

/** 综合指数: the lower, the cleaner. */
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
