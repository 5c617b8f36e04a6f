import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** Sampling interval of a factor at a site in seconds: its own, otherwise that of the site. */
export type Intervals = (site_id: number, fid: number) => number;

const USUAL = 60;

export async function intervalsOf(db: Db, site_ids: readonly number[]): Promise<Intervals> {
  const rows = await db.rows<{ site_id: number; usual: number; fids: number[]; own: number[] }>(sql`
    select s.site_id, s.interval_seconds as usual, array_agg(d.component_id::integer) as fids,
           array_agg(d.interval_seconds) as own
      from site s left join device_factor d on d.site_id = s.site_id and d.interval_seconds is not null
     where s.site_id = any(${site_ids})
     group by s.site_id`);
  const sites = new Map(rows.map((row) => [row.site_id, row]));
  return (site_id, fid) => {
    const site = sites.get(site_id);
    return site?.own[site.fids.indexOf(fid)] ?? site?.usual ?? USUAL;
  };
}
