import type { Station } from './network.ts';

/** West, south, east, north. */
type Bounds = [number, number, number, number];

export function hasPlace({ site }: Station): boolean {
  return site.longitude !== null && site.latitude !== null;
}

/** What holds all of them; none where there is no station. */
export function boundsOf(stations: readonly Station[]): Bounds | undefined {
  if (stations.length === 0) return undefined;
  const [west, east] = ends(stations.map(({ site }) => site.longitude ?? 0));
  const [south, north] = ends(stations.map(({ site }) => site.latitude ?? 0));
  return [west, south, east, north];
}

/** Not by spreading them into Math.min: there may be ten thousand. */
function ends(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
