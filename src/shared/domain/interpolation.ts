/** The mean radius of the earth, in kilometres. */
const EARTH_KM = 6371.0088;
/** Nearer points have the value of the station. */
const SAME_PLACE_KM = 0.001;
/** One micrometre, so that rounding does not exclude a point exactly at the radius. */
const ROUNDING_KM = 1e-9;

/** Great-circle distance by the haversine formula, which is accurate for near points too. */
export function distanceKm(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const radians = Math.PI / 180;
  const dLat = (lat2 - lat1) * radians;
  const dLon = (lon2 - lon1) * radians;
  const a =
    Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}

export interface IdwOptions {
  power: number;
  radius_km: number;
  /** With fewer points within the radius there is no value. */
  least: number;
}

export type IdwPoint = readonly [lon: number, lat: number, value: number | null];

/** Inverse distance weighting of the values around a place. */
export function idw(
  points: readonly IdwPoint[],
  [lon, lat]: readonly [number, number],
  { power, radius_km, least }: IdwOptions,
): number | null {
  let [count, weights, sum] = [0, 0, 0];
  let nearest: { km: number; value: number } | undefined;
  for (const [pointLon, pointLat, value] of points) {
    if (value === null) continue;
    const km = distanceKm(lon, lat, pointLon, pointLat);
    if (km < SAME_PLACE_KM && km < (nearest?.km ?? SAME_PLACE_KM)) nearest = { km, value };
    if (km > radius_km + ROUNDING_KM) continue;
    count++;
    const weight = km ** -power;
    weights += weight;
    sum += weight * value;
  }
  if (nearest) return nearest.value;
  return count < least || count === 0 ? null : sum / weights;
}
