import { roundHalfEven, withoutNoise } from './rounding.ts';

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** HJ 663: interpolated between the two nearest ranks; null without values. */
export function percentile(p: number, values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return percentileOf(p, sorted.length, (rank) => sorted[rank]);
}

/** The same for values sorted elsewhere: reads only two ranks, from 0. */
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

/** A share of the valid days of a period. */
export interface Rate {
  days: number;
  valid: number;
  /** In percent, with one decimal; null without days. */
  percent: number | null;
}

function rate(days: number, valid: number): Rate {
  return { days, valid, percent: valid === 0 ? null : roundHalfEven((days * 100) / valid, 1) };
}

/** Share of excellent and good days. A day without an index (NA) is not valid. */
export function goodRate(aqis: readonly (number | null)[]): Rate {
  const valid = aqis.filter((aqi) => aqi !== null);
  return rate(valid.filter((aqi) => aqi <= 100).length, valid.length);
}

/** Share of the valid days or hours over the limit. */
export function overRate(over: number, valid: number): Rate {
  return rate(over, valid);
}
