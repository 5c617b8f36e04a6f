import { arrayText, plainColumn, textColumn } from '#server/db/arrays.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, type Sql, sql } from '#server/db/sql.ts';
import type { Effective } from '#server/series/effective.ts';
import type { SiteBucket } from '#server/series/gathered.ts';
import type { Sum } from '#server/series/sums.ts';
import type { Ranges } from '#server/series/value-rules.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import type { FactorSets } from './factor-sets.ts';

/** Stores sums; returns those that have changed. */
export async function storeSums(
  db: Db,
  sets: FactorSets,
  level: Level,
  rows: readonly Sum[],
): Promise<SiteBucket[]> {
  if (rows.length === 0) return [];
  await sets.ensure(rows);
  // Parts that only hold the usual value are stored as null.
  const part = <Value extends number | string | null>(of: (value: Effective) => Value, usual: Value) =>
    textColumn(rows, ({ values }) => {
      const list = values.map(of);
      return list.every((value) => value === usual) ? null : arrayText(list);
    });
  return touched(
    db,
    sql`
    insert into ${identifier(`rollup_${level}`)} as t
           (ts, site_id, set_id, avg, min, max, cou, n, valid, expected, origins, flags)
    select ts, site_id, set_id, avg::real[], min::real[], max::real[], cou::double precision[], n::smallint[],
           valid::smallint[], expected::smallint[], origins, flags::text[]
      from unnest(${plainColumn(rows, ({ bucket }) => bucket)}::timestamptz[],
                  ${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
                  ${plainColumn(rows, ({ fids }) => sets.idOf(fids))}::integer[],
                  ${textColumn(rows, ({ values }) => arrayText(values.map(({ value }) => value)))}::text[],
                  ${part(({ min }) => min, null)}::text[], ${part(({ max }) => max, null)}::text[],
                  ${part(({ cou }) => cou, null)}::text[], ${part(({ n }) => n, 1)}::text[],
                  ${part(({ valid }) => valid, 1)}::text[], ${part(({ expected }) => expected, 1)}::text[],
                  ${textColumn(rows, ({ values }) => values.map(({ origin }) => origin).join(''))}::text[],
                  ${part(({ flag }) => flag, '')}::text[])
        as i (ts, site_id, set_id, avg, min, max, cou, n, valid, expected, origins, flags)
    on conflict (site_id, ts) do update
      set (set_id, avg, min, max, cou, n, valid, expected, origins, flags)
        = (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.n, excluded.valid,
           excluded.expected, excluded.origins, excluded.flags)
    where (t.set_id, t.avg, t.min, t.max, t.cou, t.n, t.valid, t.expected, t.origins, t.flags)
          is distinct from (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.n,
                            excluded.valid, excluded.expected, excluded.origins, excluded.flags)`,
  );
}

/** Deletes sums of buckets that have no values left (after an import was undone); returns those that had sums. */
export async function dropSums(db: Db, level: Level, buckets: readonly SiteBucket[]): Promise<SiteBucket[]> {
  if (buckets.length === 0) return [];
  const { first, last } = boundsOf(level, buckets);
  return touched(
    db,
    sql`
    delete from ${identifier(`rollup_${level}`)} t
     using unnest(${plainColumn(buckets, ({ site_id }) => site_id)}::integer[],
                  ${plainColumn(buckets, ({ bucket }) => bucket)}::timestamptz[]) as w (site_id, bucket)
     where (t.site_id, t.ts) = (w.site_id, w.bucket) and t.ts >= ${first} and t.ts < ${last}`,
  );
}

/**
 * Copies plain hours: sent by the device itself, nothing flagged, missing or corrected by a person, all values in
 * range, and no further factors in its minutes or real-time values. Their sum equals what was sent, so the rows need
 * not leave the database; a history of years consists of little else. Returns the copied ones; all others, and rows
 * that exist already, are computed.
 *
 * `offset 0` forces one index lookup per hour: a planner that misjudges new partitions would compare all hours with all
 * rows.
 */
export async function storePlainHours(
  db: Db,
  buckets: readonly SiteBucket[],
  { factors, special }: Ranges,
): Promise<SiteBucket[]> {
  // Sites with their own ranges are computed.
  const hours = buckets.filter(({ site_id }) => !special.has(site_id));
  if (hours.length === 0) return [];
  const limited = factors.filter(({ min, max }) => min !== null || max !== null);
  const { first, last } = boundsOf('hour', hours);
  const among = sql`site_id = w.site_id and ts >= ${first} and ts < ${last}`;
  const addsNothing = (table: Sql) => sql`
    not exists (select from ${table} where ${among} and ts >= w.bucket and ts < w.bucket + interval '1 hour'
                                           and set_id <> r.set_id offset 0)`;
  return touched(
    db,
    sql`
    with bounds as materialized (
      select s.set_id, array_agg(c.low order by u.i) as low, array_agg(c.high order by u.i) as high
        from factor_set s cross join unnest(s.fids) with ordinality as u (fid, i)
        left join unnest(${plainColumn(limited, ({ fid }) => fid)}::smallint[],
                         ${plainColumn(limited, ({ min }) => min)}::real[],
                         ${plainColumn(limited, ({ max }) => max)}::real[]) as c (fid, low, high) using (fid)
       group by s.set_id)
    insert into rollup_hour as t (ts, site_id, set_id, avg, min, max, cou, origins)
    select r.ts, r.site_id, r.set_id, r.avg, r.min, r.max, r.cou, repeat('d', cardinality(r.avg))
      from unnest(${plainColumn(hours, ({ site_id }) => site_id)}::integer[],
                  ${plainColumn(hours, ({ bucket }) => bucket)}::timestamptz[]) as w (site_id, bucket),
           lateral (select * from reading_hour where ${among} and ts = w.bucket offset 0) r
           join bounds b using (set_id)
     where not exists (select from unnest(r.avg, b.low, b.high) as u (value, low, high) where value < low or value > high)
       and r.flags is null and coalesce(r.origins, '') !~ '[mr]' and array_position(r.avg, null) is null
       and ${addsNothing(sql`reading_minute`)} and ${addsNothing(sql`reading_realtime`)}
    on conflict do nothing`,
  );
}

async function touched(db: Db, statement: Sql): Promise<SiteBucket[]> {
  const rows = await db.rows<{ site_id: number; ts: string }>(sql`${statement} returning t.site_id, t.ts`);
  return rows.map(({ site_id, ts }) => ({ site_id, bucket: new Date(ts) }));
}

/** The time range of these buckets, so that the planner can skip other partitions. */
export function boundsOf(level: Level, buckets: readonly SiteBucket[]): { first: Date; last: Date } {
  const times = buckets.map(({ bucket }) => bucket.getTime());
  return {
    first: new Date(Math.min(...times)),
    last: bucketEnd(level, new Date(Math.max(...times))),
  };
}
