import type { DataType } from '#protocol/commands.ts';
import { arrayText, plainColumn, textColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, type Sql, sql } from '#server/db/sql.ts';
import type { ReadingRow, TracedBatch } from '#server/series/store.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { columns, incoming, insertNew, passesByType, storeLatest, storeReadings } from './append.ts';
import type { FactorSets } from './factor-sets.ts';
import { between, keyOf, keysOf, type SitePeriod } from './keys.ts';
import { markDirty } from './marks.ts';
import { storeTracedNews } from './news.ts';
import type { Partitions } from './partitions.ts';
import { patiently } from './patiently.ts';
import { latestOf } from './rows.ts';

/** Like `append`, in one transaction, and records each row before and after the change. */
export async function appendTraced(
  pool: Pool,
  sets: FactorSets,
  partitions: Partitions,
  { trace_id, readings, news_since, reason }: TracedBatch,
): Promise<void> {
  const passes = passesByType(readings);
  const latest = latestOf(readings);
  await sets.ensure([...passes.flatMap(({ rows }) => rows), ...latest]);
  await partitions.within({ readings, packets: [] }, () =>
    patiently(pool, async (db) => {
      if (readings.length > 0) await keepHours(db, trace_id, readings);
      for (const { type, rows } of passes) {
        // Only the insert tells which rows are new: a row that a station sends at this moment must not be taken for
        // ours.
        const added = new Set((await insertNew(db, sets, type, rows)).map(keyOf));
        const present = rows.filter((row) => !added.has(keyOf(row)));
        if (present.length > 0) {
          await keepBefore(db, trace_id, type, present);
          await storeReadings(db, sets, type, present);
          if (reason) await nameRevisions(db, type, present, reason);
        }
        await keepAfter(db, trace_id, type, rows);
      }
      if (latest.length > 0) await storeLatest(db, sets, latest, false);
      if (readings.length > 0) await markDirty(db, readings);
      await storeTracedNews(db, readings, news_since);
    }),
  );
}

/** The columns of a stored row as one composite value. */
export const valuesOf = (row: Sql) => sql`
  row (${row}.set_id, ${row}.avg, ${row}.min, ${row}.max, ${row}.cou, ${row}.zs, ${row}.raw, ${row}.flags,
       ${row}.origins)::reading_values`;

/** Records the rows as they are and locks them. The first state recorded for a row in a trace is kept. */
function keepBefore(db: Db, trace_id: number, type: DataType, rows: readonly ReadingRow[]): Promise<number> {
  return db.run(sql`
    insert into reading_trace (trace_id, data_type, site_id, ts, fids, before)
    select ${trace_id}, ${type}, t.site_id, t.ts, '{}', ${valuesOf(sql`t`)}
      from ${identifier(`reading_${type}`)} t join ${keysOf(rows)} using (site_id, ts)
     where ${between(rows, sql`t.ts`)}
     order by t.site_id, t.ts
       for update of t
    on conflict do nothing`);
}

/**
 * Sets the reason of the revisions of this transaction, recognised by their time: the merge that wrote them does not
 * know it.
 */
function nameRevisions(db: Db, type: DataType, rows: readonly ReadingRow[], reason: string): Promise<number> {
  return db.run(sql`
    update reading_revision r set reason = ${reason} from ${keysOf(rows)}
     where (r.site_id, r.ts) = (k.site_id, k.ts) and r.data_type = ${type} and r.replaced_at = now()`);
}

function keepAfter(db: Db, trace_id: number, type: DataType, rows: readonly ReadingRow[]): Promise<number> {
  return db.run(sql`
    insert into reading_trace as r (trace_id, data_type, site_id, ts, fids, after)
    select ${trace_id}, ${type}, t.site_id, t.ts, k.fids::smallint[], ${valuesOf(sql`t`)}
      from unnest(${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
                  ${plainColumn(rows, ({ ts }) => ts)}::timestamptz[],
                  ${textColumn(rows, ({ fids }) => arrayText(fids))}::text[]) as k (site_id, ts, fids)
      join ${identifier(`reading_${type}`)} t using (site_id, ts)
     where ${between(rows, sql`t.ts`)}
    on conflict (trace_id, data_type, site_id, ts) do update
       set after = excluded.after,
           fids = array(select distinct unnest(r.fids || excluded.fids) order by 1)`);
}

/** Number of rows that differ from the stored ones. */
export async function countReplacing(
  db: Db,
  sets: FactorSets,
  readings: readonly ReadingRow[],
): Promise<number> {
  const passes = passesByType(readings);
  await sets.ensure(passes.flatMap(({ rows }) => rows));
  let total = 0;
  for (const { type, rows } of passes) {
    const row = await db.one<{ count: number }>(sql`
      select count(*) from (${incoming(sets, rows)}) i (${columns})
        join ${identifier(`reading_${type}`)} t using (site_id, ts)
       where ${between(rows, sql`t.ts`)} and replaces_reading(${valuesOf(sql`t`)}, ${valuesOf(sql`i`)})`);
    total += row?.count ?? 0;
  }
  return total;
}

/** Records the sums of the hours that these rows change, also if there are none. */
async function keepHours(db: Db, trace_id: number, readings: readonly ReadingRow[]): Promise<void> {
  const hours = hoursOf(readings);
  if (hours.length === 0) return;
  await db.run(sql`
    insert into rollup_trace (trace_id, site_id, ts, before)
    select ${trace_id}, k.site_id, k.ts, h.before
      from ${keysOf(hours)}
      left join lateral (select ${rollupOf(sql`t`)} as before from rollup_hour t
                          where t.site_id = k.site_id and t.ts = k.ts and ${between(hours, sql`t.ts`)} offset 0) h on true
    on conflict do nothing`);
}

export const rollupOf = (row: Sql) => sql`
  row (${row}.set_id, ${row}.avg, ${row}.min, ${row}.max, ${row}.cou, ${row}.n, ${row}.valid, ${row}.expected,
       ${row}.origins, ${row}.flags)::rollup_values`;

/** The hours that contain these rows; daily rows are in none. */
export function hoursOf(rows: readonly (SitePeriod & { data_type: DataType })[]): SitePeriod[] {
  const hours = new Map<string, SitePeriod>();
  for (const { site_id, data_type, ts } of rows) {
    if (data_type === 'day') continue;
    const hour = { site_id, ts: new Date(Math.floor(ts.getTime() / HOUR_MS) * HOUR_MS) };
    hours.set(keyOf(hour), hour);
  }
  return [...hours.values()];
}
