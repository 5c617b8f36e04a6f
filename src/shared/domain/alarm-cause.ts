import type { AlarmCause, AlarmKind } from './alarm-kinds.ts';
import { percentile } from './statistics.ts';

/** What is known about a value beyond its limit, beside the value. */
export interface CauseFigures {
  value: number;
  limit: number | null;
  /** Nearest stations that measure the same, at the same time. */
  neighbours: { site_id: number; site_name: string; km: number; value: number }[];
  /** Where the wind comes from in degrees, and how fast in m/s. */
  wind: { direction: number; speed: number } | null;
  /** Other factors of the same station: how often the usual they are. Usual is the median of the day before. */
  sisters: { component_id: number; times: number }[];
  /** How often the usual the value itself is. */
  times: number | null;
  /** What was wrong with the instrument at the time. */
  faults: AlarmKind[];
}

export interface LikelyCause {
  cause: AlarmCause;
  /** Where a local source is to be looked for. */
  bearing: number | null;
}

/** A neighbour is as high as the limit by such a share. */
const HIGH_SHARE = 0.8;
const LEAST_NEIGHBOURS = 2;
/** Alone so many times the usual, nothing else moved: no source in the world does that to one factor. */
const ALONE_TIMES = 8;
const MOVED_TIMES = 1.3;
const CALM = 0.5;

/** Those that are about as high. */
export function highNeighbours<Near extends { value: number }>(
  neighbours: readonly Near[],
  { value, limit }: Pick<CauseFigures, 'value' | 'limit'>,
): Near[] {
  return neighbours.filter((one) => one.value >= HIGH_SHARE * (limit ?? value));
}

/**
 * Sensor or sky: a fault of the instrument explains what it measures; a height that the neighbours share is the
 * region's; what is left comes from near by, and upwind.
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

/** How often the usual a value is; null where nothing is usual. */
export function timesUsual(value: number, past: readonly number[]): number | null {
  const usual = past.length >= 6 ? percentile(50, past) : null;
  return usual !== null && usual > 0 ? value / usual : null;
}
