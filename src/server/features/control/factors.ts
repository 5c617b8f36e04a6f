import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';

export interface SiteFactorRange {
  site_id: number;
  component_id: number;
  range_min: number | null;
  range_max: number | null;
}

/**
 * The configured factors of the sites, optionally only the given ones, ordered by site and then as in the site's table.
 */
export function factorsOfSites(
  { db }: Pick<Ctx, 'db'>,
  site_ids: readonly number[],
  component_ids?: readonly number[],
): Promise<SiteFactorRange[]> {
  return db.rows<SiteFactorRange>(sql`
    select d.site_id, d.component_id, coalesce(d.range_min, c.range_min) as range_min,
           coalesce(d.range_max, c.range_max) as range_max
      from device_factor d join component c using (component_id)
     where d.site_id = any(${site_ids})
       and (${component_ids === undefined} or d.component_id = any(${component_ids ?? []}))
     order by d.site_id, d.sort, d.component_id`);
}
