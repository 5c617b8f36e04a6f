import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';

export async function endedBefore(
  db: Db,
  pairs: readonly { site_id: number; fid: number }[],
  before: Date,
): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ site_id: number }>(
    prepared(sql`
    select distinct p.site_id
      from unnest(${pairs.map(({ site_id }) => site_id)}::integer[], ${pairs.map(({ fid }) => fid)}::smallint[])
           as p (site_id, fid)
      join latest_reading l using (site_id) join factor_set s using (set_id)
      cross join unnest(s.fids) with ordinality as u (fid, i)
     where u.fid = p.fid and coalesce(l.tss[u.i], l.ts) < ${before}::timestamptz`),
  );
  return new Set(rows.map(({ site_id }) => site_id));
}
