import { roundHalfEven, withoutNoise } from './rounding.ts';

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** HJ 663: between the two nearest ranks. None of nothing. */
export function percentile(p: number, values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return percentileOf(p, sorted.length, (rank) => sorted[rank]);
}

/** The same of values that are sorted elsewhere: only those at two ranks, from 0, are asked for. */
export function percentileOf(
  p: number,
  count: number,
  at: (rank: number) => number | null | undefined,
): number | null {
  const rank = withoutNoise(((count - 1) * p) / 100);
  const below = count > 0 ? at(Math.floor(rank)) : null;
  if (below === null || below === undefined) return null;
  const above = at(Math.ceil(rank)) ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}

/** Some of the valid days of a period. */
export interface Rate {
  days: number;
  valid: number;
  /** In percent, with one decimal. None of no days. */
  percent: number | null;
}

function rate(days: number, valid: number): Rate {
  return { days, valid, percent: valid === 0 ? null : roundHalfEven((days * 100) / valid, 1) };
}

/** How many days were excellent or good. A day without an index (NA) is no valid day. */
export function goodRate(aqis: readonly (number | null)[]): Rate {
  const valid = aqis.filter((aqi) => aqi !== null);
  return rate(valid.filter((aqi) => aqi <= 100).length, valid.length);
}

/** How many of the valid days, or hours, were over the limit. */
export function overRate(over: number, valid: number): Rate {
  return rate(over, valid);
}
