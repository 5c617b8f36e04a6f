import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { HourOfMinutes, Span } from '#server/series/store.ts';

export function hoursOfMinutes(
  db: Db,
  { site_ids, fids, from, to }: Span & { fids: readonly number[] },
): Promise<HourOfMinutes[]> {
  return db.rows<HourOfMinutes>(sql`
    select r.site_id, date_trunc('hour', r.ts, 'UTC') as ts, array_agg(distinct u.fid::integer) as fids
      from reading_minute r join factor_set s using (set_id), unnest(s.fids) as u (fid)
     where r.site_id = any(${site_ids}) and r.ts >= ${from} and r.ts < ${to} and u.fid = any(${fids}::smallint[])
     group by 1, 2
     order by 2, 1`);
}
