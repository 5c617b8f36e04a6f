import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { finestFirst } from './latest.ts';

/** A factor without values for a day is missing: its last flag says nothing about now. */
export async function flagged(db: Db, flags: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ site_id: number }>(sql`
    select site_id
      from (select distinct on (site_id) site_id, ts, flags, tss
              from latest_reading
             order by ${finestFirst}) newest
     where exists (select 1 from unnest(newest.flags, newest.tss) as f (flag, at)
                    where f.flag = any(${flags}) and coalesce(f.at, newest.ts) > newest.ts - interval '1 day')`);
  return rows.map(({ site_id }) => site_id);
}
