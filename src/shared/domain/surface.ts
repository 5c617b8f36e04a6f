import type { IdwOptions } from './interpolation.ts';

/** Cell centres of a map, by column and row. */
export interface SurfaceGrid {
  lons: Float64Array;
  lats: Float64Array;
}

/** The stations of each cell and their weights; the same for all hours of an animation. */
export interface SurfaceWeights {
  cells: number;
  /** Index of each cell's first station; one entry more than there are cells. */
  starts: Uint32Array;
  stations: Uint32Array;
  weights: Float32Array;
}

const KM_PER_DEGREE = (6371.0088 * Math.PI) / 180;
/** Minimum distance to a station, so that weights are finite. */
const NEAREST_KM = 0.001;

/**
 * Inverse distance weights as in `idw`, computed once per view. Distances are planar at the cell's latitude: within
 * 100 km they differ from the great circle by less than 0.1 %.
 */
export function surfaceWeights(
  { lons, lats }: SurfaceGrid,
  points: readonly (readonly [lon: number, lat: number])[],
  { power, radius_km }: Pick<IdwOptions, 'power' | 'radius_km'>,
  mask?: Uint8Array,
): SurfaceWeights {
  const order = [...points.keys()].sort((a, b) => (points[a]?.[1] ?? 0) - (points[b]?.[1] ?? 0));
  const cells = lons.length * lats.length;
  const starts = new Uint32Array(cells + 1);
  const stations: number[] = [];
  const weights: number[] = [];
  const reach = radius_km / KM_PER_DEGREE;
  for (const [row, lat] of lats.entries()) {
    const kmPerLon = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
    const near = order.filter((i) => Math.abs((points[i]?.[1] ?? 0) - lat) <= reach);
    for (const [column, lon] of lons.entries()) {
      const cell = row * lons.length + column;
      starts[cell] = stations.length;
      if (mask && mask[cell] === 0) continue;
      for (const i of near) {
        const [pointLon, pointLat] = points[i] ?? [0, 0];
        const east = (pointLon - lon) * kmPerLon;
        if (east > radius_km || east < -radius_km) continue;
        const km = Math.hypot(east, (pointLat - lat) * KM_PER_DEGREE);
        if (km > radius_km) continue;
        stations.push(i);
        weights.push(Math.max(NEAREST_KM, km) ** -power);
      }
    }
  }
  starts[cells] = stations.length;
  return { cells, starts, stations: Uint32Array.from(stations), weights: Float32Array.from(weights) };
}

/** The value of each cell; NaN if fewer than `least` stations with a value are within the radius. */
export function surfaceOf(
  { cells, starts, stations, weights }: SurfaceWeights,
  values: Float32Array,
  least: number,
): Float32Array {
  const surface = new Float32Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    let [count, sum, weighed] = [0, 0, 0];
    const end = starts[cell + 1] ?? 0;
    for (let i = starts[cell] ?? 0; i < end; i++) {
      const value = values[stations[i] ?? 0] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const weight = weights[i] ?? 0;
      count += 1;
      weighed += weight;
      sum += weight * value;
    }
    surface[cell] = count === 0 || count < least ? Number.NaN : sum / weighed;
  }
  return surface;
}
