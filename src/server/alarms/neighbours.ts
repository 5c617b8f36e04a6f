import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { distanceKm } from '#shared/domain/interpolation.ts';

/** Number of neighbours that are compared. */
export const NEIGHBOURS = 8;

export interface Neighbour {
  site_id: number;
  site_name: string;
  km: number;
}

const KM_A_DEGREE = 111;

/**
 * Stations of the same medium within a radius, nearest first. Reads twice as many as wanted, because not all measure
 * the same factor. Excludes stations with virtual data, and mobile stations, whose stored position is not their current
 * one.
 */
export async function neighboursOf(
  db: Db,
  site_id: number,
  radiusKm: number,
  seen: Sql = sql`true`,
): Promise<Neighbour[]> {
  const degrees = radiusKm / KM_A_DEGREE;
  const rows = await db.rows<{
    site_id: number;
    site_name: string;
    places: [number, number, number, number];
  }>(sql`
    select n.site_id, n.site_name, array[s.longitude, s.latitude, n.longitude, n.latitude] as places
      from site s
      join site n on n.site_id <> s.site_id and not n.virtual_data and n.site_type <> 'mobile'
       and (n.site_type = 'water') = (s.site_type = 'water')
       and n.latitude between s.latitude - ${degrees}::float8 and s.latitude + ${degrees}::float8
       and abs(n.longitude - s.longitude) * cos(radians(s.latitude)) <= ${degrees}::float8 * 1.1
     where s.site_id = ${site_id} and ${seen}`);
  return rows
    .map(({ places, ...site }) => ({ ...site, km: Math.round(distanceKm(...places) * 10) / 10 }))
    .filter(({ km }) => km <= radiusKm)
    .sort((a, b) => a.km - b.km)
    .slice(0, 2 * NEIGHBOURS);
}
