import type { DataType } from '#protocol/commands.ts';
import { plainColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { prepared, type Sql, sql } from '#server/db/sql.ts';
import type { SiteBucket } from '#server/series/gathered.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { bucketOf, type Level } from '#shared/domain/buckets.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** The bucket that a value changes: an hour or a day sent by the device changes just that one. */
const levelOf: Record<DataType, Level> = { realtime: 'hour', minute: 'hour', hour: 'hour', day: 'day' };

/**
 * A writer that finds its mark already there relies on it, although its values are not committed yet. So writers share
 * this advisory lock until the end of their transaction, and the process that removes marks waits for them.
 */
const gate = sql`hashtext('dirty_bucket')`;

/** Marks buckets whose sums are out of date, in the transaction that changes their members. */
export async function markDirty(
  db: Db,
  rows: readonly Pick<ReadingRow, 'site_id' | 'data_type' | 'ts'>[],
): Promise<void> {
  const buckets = new Map<string, SiteBucket & { level: Level }>();
  for (const { site_id, data_type, ts } of rows) {
    const level = levelOf[data_type];
    const bucket = bucketOf(level, ts);
    buckets.set(`${level} ${site_id} ${bucket.getTime()}`, { level, site_id, bucket });
  }
  // The same order everywhere prevents deadlocks between two writers.
  const marks = [...buckets.values()].sort(
    (a, b) =>
      a.bucket.getTime() - b.bucket.getTime() || a.level.localeCompare(b.level) || a.site_id - b.site_id,
  );
  await db.run(
    prepared(sql`
    with gate as materialized (select pg_advisory_xact_lock_shared(${gate}))
    insert into dirty_bucket (level, site_id, bucket)
    select i.* from gate, unnest(${plainColumn(marks, ({ level }) => level)}::text[],
                                 ${plainColumn(marks, ({ site_id }) => site_id)}::integer[],
                                 ${plainColumn(marks, ({ bucket }) => bucket)}::timestamptz[]) i
    on conflict do nothing`),
  );
}

/** Few marks at a time, because writers wait meanwhile. */
const AT_ONCE = 1000;
/** Enough rounds that most hours of a day are summed before the day is. */
const ROUND = 20;

/** Hours that are not over are left out: they would be summed again with every packet. */
export function isDue(now: Date): Sql {
  return sql`(level <> 'hour' or bucket <= ${new Date(now.getTime() - HOUR_MS)})`;
}

/** Whether no other process is summing (two could deadlock). Holds the lock until the end of the transaction. */
export async function isAlone(db: Db): Promise<boolean> {
  const lock = await db.one<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('rollup_work')) as mine`,
  );
  return lock?.mine ?? false;
}

/**
 * Moves the newest due marks to the work list. Not while another process sums: it may have read a bucket before the
 * value arrived for which the mark was set, and would remove the bucket from the list.
 */
export async function takeMarks(pool: Pool, now: Date): Promise<void> {
  for (let i = 0; i < ROUND; i++) {
    const taken = await pool.tx({}, async (db) => {
      if (!(await isAlone(db))) return 0;
      await db.run(sql`select pg_advisory_xact_lock(${gate})`);
      return db.run(sql`
        with newest as (
          select bucket, level, site_id from dirty_bucket
           where ${isDue(now)}
           order by bucket desc, level desc, site_id desc limit ${AT_ONCE}
        ), taken as (
          delete from dirty_bucket d using newest n
           where (d.bucket, d.level, d.site_id) = (n.bucket, n.level, n.site_id)
          returning d.level, d.bucket, d.site_id
        )
        insert into rollup_work (level, bucket, site_id) select level, bucket, site_id from taken
        on conflict do nothing`);
    });
    if (taken < AT_ONCE) return;
  }
}
