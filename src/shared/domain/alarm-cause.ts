import type { AlarmCause, AlarmKind } from './alarm-kinds.ts';
import { percentile } from './statistics.ts';

/** What is known about a value beyond its limit. */
export interface CauseFigures {
  value: number;
  limit: number | null;
  /** The nearest stations that measure the same factor, at the same time. */
  neighbours: { site_id: number; site_name: string; km: number; value: number }[];
  /** Wind direction (from, in degrees) and speed (m/s). */
  wind: { direction: number; speed: number } | null;
  /** Other factors of the same station, as multiples of their usual value: the median of the day before. */
  sisters: { component_id: number; times: number }[];
  /** The value itself as a multiple of its usual value. */
  times: number | null;
  /** Faults of the instrument at that time. */
  faults: AlarmKind[];
}

export interface LikelyCause {
  cause: AlarmCause;
  /** Direction in which to look for a local source. */
  bearing: number | null;
}

/** A neighbour is "high" from this share of the limit on. */
const HIGH_SHARE = 0.8;
const LEAST_NEIGHBOURS = 2;
/**
 * If one factor alone is this many times its usual value and no other has moved, it is the instrument: no real source
 * does that.
 */
const ALONE_TIMES = 8;
const MOVED_TIMES = 1.3;
const CALM = 0.5;

/** The neighbours that are high too. */
export function highNeighbours<Near extends { value: number }>(
  neighbours: readonly Near[],
  { value, limit }: Pick<CauseFigures, 'value' | 'limit'>,
): Near[] {
  return neighbours.filter((one) => one.value >= HIGH_SHARE * (limit ?? value));
}

/**
 * Likely cause: a fault of the instrument explains the value; if the neighbours are high too, it is regional; otherwise
 * it is local, from upwind.
 */
export function likelyCause({
  value,
  limit,
  neighbours,
  wind,
  sisters,
  times,
  faults,
}: CauseFigures): LikelyCause {
  if (faults.length > 0) return { cause: 'instrument', bearing: null };
  const high = highNeighbours(neighbours, { value, limit });
  if (neighbours.length >= LEAST_NEIGHBOURS && high.length * 2 >= neighbours.length)
    return { cause: 'regional', bearing: null };
  const hasMoved = sisters.some((one) => one.times >= MOVED_TIMES);
  if (times !== null && times >= ALONE_TIMES && sisters.length >= 2 && !hasMoved)
    return { cause: 'instrument', bearing: null };
  return { cause: 'local', bearing: wind && wind.speed >= CALM ? wind.direction : null };
}

/** A value as a multiple of the usual one; null if there is no usual value. */
export function timesUsual(value: number, past: readonly number[]): number | null {
  const usual = past.length >= 6 ? percentile(50, past) : null;
  return usual !== null && usual > 0 ? value / usual : null;
}
