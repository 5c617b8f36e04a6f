import { plainColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { SeriesConfig } from '#server/series/config.ts';
import type { SiteBucket } from '#server/series/gathered.ts';
import { NEWS_REACH_MS } from '#server/series/news-reach.ts';
import type { Summed } from '#server/series/store.ts';
import { sumOf } from '#server/series/sums.ts';
import { bucketOf, type Level } from '#shared/domain/buckets.ts';
import type { FactorSets } from './factor-sets.ts';
import { isAlone, takeMarks } from './marks.ts';
import { gather } from './members.ts';
import { storeNews } from './news.ts';
import type { Partitions } from './partitions.ts';
import { dropSums, storePlainHours, storeSums } from './rollup-rows.ts';

/** Members before what is computed from them. */
const levels: readonly Level[] = ['hour', 'day', 'month'];
const above: Record<Level, Level | undefined> = { hour: 'day', day: 'month', month: undefined };

/**
 * Buckets looked at in a step, and how many of them are summed: few enough that others get their turn, and that a step
 * is short compared to the rest after it while packets wait (`jobs/give-way.ts`).
 */
const LOOK = 500;
const SUM = 50;

/**
 * How hours, days and months are computed; read this file first. Each call is one step of a few buckets:
 *
 * 1. `marks.ts` — storing values marks their buckets; here the marks of hours that are over become work
 * 2. `config.ts` — settings of their sites: flags that count, ranges, intervals, kind of average
 * 3. `rollup-rows.ts` — hours that equal what the device sent are copied within the database
 * 4. `members.ts`, `gathered.ts` — everything the others are computed from is read, and each value is checked
 * 5. `sums.ts`, `effective.ts`, `shared/domain/{averaging,validity}.ts` — the effective value and its coverage
 * 6. `rollup-rows.ts` — sums are stored; for those that changed, the bucket above becomes work
 * 7. `news.ts`, `tell` — alarms and browsers are notified
 *
 * Returns the number of buckets that are up to date now; 0 if there is nothing to do or another process is summing. The
 * work list survives a crash: unfinished work is done again.
 */
export async function rollUp(
  pool: Pool,
  config: Pick<SeriesConfig, 'sumRules'>,
  sets: FactorSets,
  partitions: Partitions,
  now: Date,
  tell?: (summed: Summed) => void,
): Promise<number> {
  let work = await nextWork(pool);
  if (!work) {
    await takeMarks(pool, now);
    work = await nextWork(pool);
  }
  if (!work) return 0;
  const { level, buckets } = work;
  const rules = await config.sumRules([...new Set(buckets.map(({ site_id }) => site_id))]);
  if (level !== 'month')
    for (const { bucket } of buckets) await partitions.ensureMonth(`rollup_${level}`, bucket);
  const done = await pool.tx({}, async (db) => {
    if (!(await isAlone(db))) return { count: 0, changed: [] };
    const plain = level === 'hour' ? await storePlainHours(db, buckets, rules.ranges) : [];
    const left = without(buckets, plain).slice(0, SUM);
    const gathered = await gather(db, sets, level, left, rules);
    const sums = gathered.flatMap((known) => sumOf(level, known, rules) ?? []);
    const changed = [
      ...plain,
      ...(await storeSums(db, sets, level, sums)),
      ...(await dropSums(db, level, without(left, sums))),
    ];
    await takeOff(db, level, [...plain, ...left]);
    await putOn(db, above[level], changed);
    await storeNews(db, newsOf(level, changed, now));
    return { count: plain.length + left.length, changed };
  });
  tell?.({ level, buckets: done.changed });
  return done.count;
}

/** Old hours are no news: an import of years must not be evaluated hour by hour. */
function newsOf(level: Level, changed: readonly SiteBucket[], now: Date) {
  if (level === 'month') return [];
  return changed.flatMap(({ site_id, bucket }) =>
    now.getTime() - bucket.getTime() < NEWS_REACH_MS
      ? [{ site_id, data_type: level, ts: bucket, resupplied: false }]
      : [],
  );
}

async function nextWork(db: Db): Promise<{ level: Level; buckets: SiteBucket[] } | undefined> {
  for (const level of levels) {
    const rows = await db.rows<{ site_id: number; bucket: string }>(sql`
      select site_id, bucket from rollup_work where level = ${level}
       order by bucket desc, site_id desc limit ${LOOK}`);
    if (rows.length > 0)
      return {
        level,
        buckets: rows.map(({ site_id, bucket }) => ({ site_id, bucket: new Date(bucket) })),
      };
  }
  return undefined;
}

function without(all: readonly SiteBucket[], some: readonly SiteBucket[]): SiteBucket[] {
  const keyOf = ({ site_id, bucket }: SiteBucket) => `${site_id} ${bucket.getTime()}`;
  const keys = new Set(some.map(keyOf));
  return all.filter((bucket) => !keys.has(keyOf(bucket)));
}

function takeOff(db: Db, level: Level, done: readonly SiteBucket[]): Promise<number> {
  return db.run(sql`
    delete from rollup_work
     where level = ${level}
       and (bucket, site_id) in (select * from unnest(${plainColumn(done, ({ bucket }) => bucket)}::timestamptz[],
                                                      ${plainColumn(done, ({ site_id }) => site_id)}::integer[]))`);
}

/** The buckets above those that changed become work. */
async function putOn(db: Db, level: Level | undefined, changed: readonly SiteBucket[]): Promise<void> {
  if (!level || changed.length === 0) return;
  await db.run(sql`
    insert into rollup_work (level, bucket, site_id)
    select distinct ${level}, u.bucket, u.site_id
      from unnest(${plainColumn(changed, ({ bucket }) => bucketOf(level, bucket))}::timestamptz[],
                  ${plainColumn(changed, ({ site_id }) => site_id)}::integer[]) as u (bucket, site_id)
    on conflict do nothing`);
}
