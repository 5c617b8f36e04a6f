import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import { type Effective, effectiveOf } from '#server/series/effective.ts';
import type { Averaging } from '#shared/domain/averaging.ts';
import { bucketEnd, bucketOf, type Level } from '#shared/domain/buckets.ts';
import { expectedHours, expectedMinutes, expectedRealtime } from '#shared/domain/validity.ts';
import { arrayText } from './arrays.ts';
import type { FactorSets } from './factor-sets.ts';
import { takeMarks } from './marks.ts';
import { type Gathered, gather } from './members.ts';
import type { Partitions } from './partitions.ts';

interface Work {
  level: Level;
  buckets: { site_id: number; bucket: Date }[];
}

/** Members before what is made of them. */
const levels: readonly Level[] = ['hour', 'day', 'month'];
const parentOf: Record<Level, Level | undefined> = { hour: 'day', day: 'month', month: undefined };

/** Small enough to leave the processor to others now and then. */
const AT_ONCE = 300;

/**
 * Sums the next few buckets whose members changed and says how many; none when there is nothing to do, or another
 * process is at it. The list of work survives a crash: what was not finished is simply done again.
 */
export async function rollUp(
  pool: Pool,
  sets: FactorSets,
  partitions: Partitions,
  now: Date,
): Promise<number> {
  let work = await nextWork(pool);
  if (!work) {
    await takeMarks(pool, now);
    work = await nextWork(pool);
  }
  if (!work) return 0;
  const { level, buckets } = work;
  if (level !== 'month')
    for (const { bucket } of buckets) await partitions.ensureMonth(`rollup_${level}`, bucket);
  const rules = await rulesOf(pool, buckets);
  return pool.tx({}, async (db) => {
    const lock = await db.one<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('rollup_work')) as mine`,
    );
    if (!lock?.mine) return 0;
    const gathered = await gather(db, sets, level, buckets);
    const rows = gathered.flatMap((known, i) => {
      const { site_id, bucket } = buckets[i] as Work['buckets'][number];
      return known.factors.size > 0 ? [sumOf(level, site_id, bucket, known, rules)] : [];
    });
    await sets.learn(rows);
    const changed = await storeRollups(db, sets, level, rows);
    await finish(db, level, buckets, changed);
    return buckets.length;
  });
}

async function nextWork(db: Db): Promise<Work | undefined> {
  for (const level of levels) {
    const rows = await db.rows<{ site_id: number; bucket: string }>(sql`
      select site_id, bucket from rollup_work where level = ${level}
       order by bucket desc, site_id desc limit ${AT_ONCE}`);
    if (rows.length > 0)
      return {
        level,
        buckets: rows.map(({ site_id, bucket }) => ({ site_id, bucket: new Date(bucket) })),
      };
  }
  return undefined;
}

interface Rules {
  averagingOf(fid: number): Averaging;
  intervalOf(site_id: number): number;
}

async function rulesOf(db: Db, buckets: Work['buckets']): Promise<Rules> {
  const factors = await db.rows<{ fid: number; averaging: Averaging }>(sql`
    select component_id as fid, averaging from component where averaging <> 'mean'`);
  const sites = await db.rows<{ site_id: number; interval_seconds: number }>(sql`
    select site_id, interval_seconds from site where site_id = any(${buckets.map(({ site_id }) => site_id)})`);
  const averaging = new Map(factors.map((factor) => [factor.fid, factor.averaging]));
  const intervals = new Map(sites.map((site) => [site.site_id, site.interval_seconds]));
  return {
    averagingOf: (fid) => averaging.get(fid) ?? 'mean',
    intervalOf: (site_id) => intervals.get(site_id) ?? 60,
  };
}

interface RollupRow {
  site_id: number;
  ts: Date;
  fids: number[];
  values: Effective[];
}

const HOUR_MS = 3_600_000;

function sumOf(
  level: Level,
  site_id: number,
  bucket: Date,
  { factors, minutes }: Gathered,
  { averagingOf, intervalOf }: Rules,
): RollupRow {
  const hours = Math.round((bucketEnd(level, bucket).getTime() - bucket.getTime()) / HOUR_MS);
  const expected = {
    t: expectedRealtime(intervalOf(site_id)),
    n: expectedMinutes(minutes),
    h: expectedHours(hours, intervalOf(site_id)),
    y: Math.round(hours / 24),
  };
  const fids = [...factors.keys()].sort((a, b) => a - b);
  const values = fids.flatMap((fid) => {
    const known = factors.get(fid);
    return (known && effectiveOf(level, known, averagingOf(fid), expected)) ?? [];
  });
  return { site_id, ts: bucket, fids, values };
}

/** Returns the rows that are not what they were. */
function storeRollups(
  db: Db,
  sets: FactorSets,
  level: Level,
  rows: readonly RollupRow[],
): Promise<{ site_id: number; ts: string }[]> {
  const column = <Value>(of: (row: RollupRow) => Value) => rows.map(of);
  // Parts that say nothing are stored as nothing.
  const part = (of: (value: Effective) => number | null, usual: number | null) =>
    column(({ values }) => {
      const list = values.map(of);
      return list.every((value) => value === usual) ? null : arrayText(list);
    });
  const flags = column(({ values }) =>
    values.some(({ flag }) => flag !== '') ? arrayText(values.map(({ flag }) => flag)) : null,
  );
  return db.rows(sql`
    insert into ${identifier(`rollup_${level}`)} as t
           (ts, site_id, set_id, avg, min, max, cou, n, valid, expected, origins, flags)
    select ts, site_id, set_id, avg::real[], min::real[], max::real[], cou::double precision[], n::smallint[],
           valid::smallint[], expected::smallint[], origins, flags::text[]
      from unnest(${column(({ ts }) => ts)}::timestamptz[], ${column(({ site_id }) => site_id)}::integer[],
                  ${column((row) => sets.idOf(row.fids))}::integer[],
                  ${column(({ values }) => arrayText(values.map(({ value }) => value)))}::text[],
                  ${part(({ min }) => min, null)}::text[], ${part(({ max }) => max, null)}::text[],
                  ${part(({ cou }) => cou, null)}::text[], ${part(({ n }) => n, 1)}::text[],
                  ${part(({ valid }) => valid, 1)}::text[], ${part(({ expected }) => expected, 1)}::text[],
                  ${column(({ values }) => values.map(({ origin }) => origin).join(''))}::text[], ${flags}::text[])
        as i (ts, site_id, set_id, avg, min, max, cou, n, valid, expected, origins, flags)
    on conflict (site_id, ts) do update
      set (set_id, avg, min, max, cou, n, valid, expected, origins, flags)
        = (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.n, excluded.valid,
           excluded.expected, excluded.origins, excluded.flags)
    where (t.set_id, t.avg, t.min, t.max, t.cou, t.n, t.valid, t.expected, t.origins, t.flags)
          is distinct from (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.n,
                            excluded.valid, excluded.expected, excluded.origins, excluded.flags)
    returning t.site_id, t.ts`);
}

/** Takes the buckets off the list and puts on it what rests on those that changed. */
async function finish(
  db: Db,
  level: Level,
  done: Work['buckets'],
  changed: readonly { site_id: number; ts: string }[],
): Promise<void> {
  await db.run(sql`
    delete from rollup_work
     where level = ${level}
       and (bucket, site_id) in (select * from unnest(${done.map(({ bucket }) => bucket)}::timestamptz[],
                                                      ${done.map(({ site_id }) => site_id)}::integer[]))`);
  const parent = parentOf[level];
  if (!parent || changed.length === 0) return;
  // Many sites share few times, and finding a day on the network's clock is slow.
  const starts = new Map(
    [...new Set(changed.map(({ ts }) => ts))].map((ts) => [ts, bucketOf(parent, new Date(ts))]),
  );
  await db.run(sql`
    insert into rollup_work (level, bucket, site_id)
    select distinct ${parent}, u.bucket, u.site_id
      from unnest(${changed.map(({ ts }) => starts.get(ts))}::timestamptz[],
                  ${changed.map(({ site_id }) => site_id)}::integer[]) as u (bucket, site_id)
    on conflict do nothing`);
}
