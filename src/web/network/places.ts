import type { Station } from './network.ts';

/** West, south, east, north. */
type Bounds = [number, number, number, number];

export function hasPlace({ site }: Station): boolean {
  return site.longitude !== null && site.latitude !== null;
}

/** The bounding box of all stations; undefined without stations. */
export function boundsOf(stations: readonly Station[]): Bounds | undefined {
  if (stations.length === 0) return undefined;
  const [west, east] = ends(stations.map(({ site }) => site.longitude ?? 0));
  const [south, north] = ends(stations.map(({ site }) => site.latitude ?? 0));
  return [west, south, east, north];
}

/** Without spreading into Math.min: there may be ten thousand. */
function ends(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
