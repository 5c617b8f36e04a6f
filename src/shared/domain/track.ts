import { distanceKm } from './interpolation.ts';
import { HOUR_MS, MINUTE_MS } from './time-units.ts';

export interface TrackPoint {
  /** Milliseconds. */
  at: number;
  longitude: number;
  latitude: number;
}

/** Limits of a gap: a step this many times the usual one, at least two and at most ten minutes. */
const GAP_STEPS = 5;
const GAP_LEAST_MS = 2 * MINUTE_MS;
const GAP_MOST_MS = 10 * MINUTE_MS;

/** The longest step within one trip; a longer one is a gap. */
export function gapMs(points: readonly TrackPoint[]): number {
  const steps = points
    .slice(1)
    .map(({ at }, i) => at - (points[i]?.at ?? at))
    .sort((a, b) => a - b);
  const usual = steps[Math.floor(steps.length / 2)] ?? 0;
  return Math.min(GAP_MOST_MS, Math.max(GAP_LEAST_MS, usual * GAP_STEPS));
}

/** The trips between gaps, in the order of time, as indices of their first and last points. */
export function ways(points: readonly TrackPoint[]): { first: number; last: number }[] {
  const longest = gapMs(points);
  const found: { first: number; last: number }[] = [];
  for (const [i, { at }] of points.entries()) {
    const way = found.at(-1);
    const before = points[i - 1];
    if (way && before && at - before.at <= longest) way.last = i;
    else found.push({ first: i, last: i });
  }
  return found;
}

/** Speed in km/h from the previous point; null at the start of a trip. */
export function speedsOf(points: readonly TrackPoint[]): (number | null)[] {
  const longest = gapMs(points);
  return points.map((point, i) => {
    const before = points[i - 1];
    const ms = before ? point.at - before.at : 0;
    if (!before || ms <= 0 || ms > longest) return null;
    const km = distanceKm(before.longitude, before.latitude, point.longitude, point.latitude);
    return (km / ms) * HOUR_MS;
  });
}

export interface TrackStop {
  from: number;
  to: number;
  longitude: number;
  latitude: number;
  /** Indices of its first and last points. */
  first: number;
  last: number;
}

/**
 * Stops: consecutive points within `radius_km` of their mean position for at least `least_ms`. A gap ends a stop,
 * because the position in between is unknown.
 */
export function stopsOf(
  points: readonly TrackPoint[],
  { radius_km, least_ms }: { radius_km: number; least_ms: number },
): TrackStop[] {
  const stops: TrackStop[] = [];
  for (const { first: begin, last: end } of ways(points)) {
    let first = begin;
    while (first <= end) {
      const stop = stopFrom(points, first, end, radius_km);
      if (stop && stop.to - stop.from >= least_ms) {
        stops.push(stop);
        first = stop.last + 1;
      } else first += 1;
    }
  }
  return stops;
}

/** The longest run of points from `first` on that stays within the radius of its running mean position. */
function stopFrom(
  points: readonly TrackPoint[],
  first: number,
  end: number,
  radius_km: number,
): TrackStop | undefined {
  let [lon, lat, count] = [0, 0, 0];
  let stop: TrackStop | undefined;
  const start = points[first];
  for (let i = first; start && i <= end; i++) {
    const point = points[i];
    if (!point) break;
    const middle = count === 0 ? point : { longitude: lon / count, latitude: lat / count };
    if (distanceKm(middle.longitude, middle.latitude, point.longitude, point.latitude) > radius_km) break;
    lon += point.longitude;
    lat += point.latitude;
    count += 1;
    stop = { from: start.at, to: point.at, longitude: lon / count, latitude: lat / count, first, last: i };
  }
  return stop;
}

export interface TrackCell {
  west: number;
  south: number;
  east: number;
  north: number;
  mean: number;
  n: number;
}

const KM_PER_DEGREE = 111.195;

/** Mean value in each square of about `side_km`; squares without values are left out. */
export function gridMeans(
  points: readonly (TrackPoint & { value: number | null })[],
  side_km: number,
): TrackCell[] {
  const first = points[0];
  if (!first) return [];
  const high = side_km / KM_PER_DEGREE;
  // One width for all, at the latitude of the first point: in an area the size of a city the cells stay square.
  const wide = high / Math.cos((first.latitude * Math.PI) / 180);
  const cells = new Map<string, { column: number; row: number; sum: number; n: number }>();
  for (const { longitude, latitude, value } of points) {
    if (value === null) continue;
    const [column, row] = [Math.floor(longitude / wide), Math.floor(latitude / high)];
    const key = `${column} ${row}`;
    const cell = cells.get(key) ?? { column, row, sum: 0, n: 0 };
    cells.set(key, { ...cell, sum: cell.sum + value, n: cell.n + 1 });
  }
  return Array.from(cells.values(), ({ column, row, sum, n }) => ({
    west: column * wide,
    south: row * high,
    east: (column + 1) * wide,
    north: (row + 1) * high,
    mean: sum / n,
    n,
  }));
}
