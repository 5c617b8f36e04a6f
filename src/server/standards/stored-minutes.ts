import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** Which hours of a site still have minute values of a factor, by the hour's start in milliseconds. */
export type StoredMinutes = (fid: number, hour: number) => boolean;

export async function storedMinutes(
  db: Db,
  site_id: number,
  fids: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<StoredMinutes> {
  const rows = await db.rows<{ hour: number; held: number[] }>(sql`
    select extract(epoch from date_trunc('hour', r.ts))::float8 * 1000 as hour,
           array_agg(distinct u.fid::integer) as held
      from reading_minute r join factor_set s using (set_id), unnest(s.fids) as u (fid)
     where r.site_id = ${site_id} and r.ts >= ${from} and r.ts < ${to} and u.fid = any(${[...fids]}::smallint[])
     group by 1`);
  const held = new Map(rows.map(({ hour, held: known }) => [hour, known]));
  return (fid, hour) => held.get(hour)?.includes(fid) ?? false;
}
