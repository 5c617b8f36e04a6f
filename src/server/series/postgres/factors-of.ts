import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

export async function factorsOf(db: Db, site_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ fid: number }>(sql`
    select distinct fid
      from (select site_id, set_id from latest_reading union all select site_id, set_id from simulated_site) l
      join factor_set using (set_id), unnest(fids) fid
     where l.site_id = any(${site_ids})
     order by fid`);
  return rows.map(({ fid }) => fid);
}

/** A factor set is created before its first row and never deleted. */
export async function mayHold(db: Db, fids: readonly number[]): Promise<boolean> {
  const row = await db.one(sql`select 1 from factor_set where fids && ${fids}::smallint[] limit 1`);
  return row !== undefined;
}
