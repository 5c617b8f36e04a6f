import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** What has not come for a day says nothing of now: neither a data type that stopped, nor a factor that went missing. */
export async function flagged(db: Db, flags: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ site_id: number }>(sql`
    select site_id
      from (select distinct on (site_id) site_id, ts, flags, tss
              from latest_reading
             order by site_id,
                      received_at < max(received_at) over (partition by site_id) - interval '1 day',
                      array_position(array['realtime', 'minute', 'hour', 'day'], data_type)) newest
     where exists (select 1 from unnest(newest.flags, newest.tss) as f (flag, at)
                    where f.flag = any(${flags}) and coalesce(f.at, newest.ts) > newest.ts - interval '1 day')`);
  return rows.map(({ site_id }) => site_id);
}
