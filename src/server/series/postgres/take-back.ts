import type { DataType } from '#protocol/commands.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { TakenBack } from '#server/series/store.ts';
import { between, keysOf, type SitePeriod } from './keys.ts';
import { markDirty } from './marks.ts';
import { storeTracedNews } from './news.ts';
import { patiently } from './patiently.ts';
import { hoursOf, rollupOf, valuesOf } from './traced.ts';

interface Traced extends SitePeriod {
  data_type: DataType;
}

/**
 * Undoes the next rows of a trace and deletes their trace rows: what is left to undo is what still has trace rows, so
 * it can stop and continue anywhere.
 */
export function takeBack(pool: Pool, trace_id: number, limit: number, news_since?: Date): Promise<TakenBack> {
  return patiently(pool, async (db) => {
    const rows = await nextRows(db, trace_id, limit);
    const [first] = rows;
    const taken = first ? await takeRows(db, trace_id, first.data_type, rows) : nothing;
    if (first) {
      await renewLatest(db, first.data_type, rows);
      await takeHours(db, trace_id, first.data_type, rows);
      await markDirty(db, [...rows, ...daysOf(rows)]);
      await forgetRows(db, trace_id, first.data_type, rows);
      await storeTracedNews(db, rows, news_since);
    } else {
      await db.run(sql`delete from rollup_trace where trace_id = ${trace_id}`);
    }
    return { ...(await addTaken(db, trace_id, { ...taken, rows: rows.length })), done: !first };
  });
}

/** Adds to the totals of this trace, in the transaction that undoes the rows. */
async function addTaken(db: Db, trace_id: number, taken: Omit<TakenBack, 'done'>) {
  const sum = await db.one<Omit<TakenBack, 'done'>>(sql`
    insert into trace_taken as t (trace_id, rows, removed, restored, kept)
    values (${trace_id}, ${taken.rows}, ${taken.removed}, ${taken.restored}, ${taken.kept})
    on conflict (trace_id) do update
       set rows = t.rows + excluded.rows, removed = t.removed + excluded.removed,
           restored = t.restored + excluded.restored, kept = t.kept + excluded.kept
    returning rows, removed, restored, kept`);
  return sum ?? taken;
}

const nothing = { removed: 0, restored: 0, kept: 0 };

/** Rows of one data type, oldest first: when the newest row of a site goes, the remaining rows are final. */
async function nextRows(db: Db, trace_id: number, limit: number): Promise<Traced[]> {
  const rows = await db.rows<{ site_id: number; data_type: DataType; ts: string }>(sql`
    select data_type, site_id, ts from reading_trace
     where trace_id = ${trace_id}
       and data_type = (select min(data_type) from reading_trace where trace_id = ${trace_id})
     order by site_id, ts limit ${limit}`);
  return rows.map((row) => ({ ...row, ts: new Date(row.ts) }));
}

/**
 * A row that retention has dropped in the meantime stays away. If a later trace wrote the same factor too, the value
 * stays, and that trace gets the value to restore instead.
 */
async function takeRows(db: Db, trace_id: number, type: DataType, rows: readonly Traced[]) {
  const table = identifier(`reading_${type}`);
  // A separate statement, so that the next one sees everything that was committed before the rows were locked.
  await db.run(sql`
    select from ${table} t join ${keysOf(rows)} using (site_id, ts)
     where ${between(rows, sql`t.ts`)} order by t.site_id, t.ts for update of t`);
  const taken = await db.one<typeof nothing>(sql`
    with mine as (
      select r.* from reading_trace r join ${keysOf(rows)} using (site_id, ts)
       where r.trace_id = ${trace_id} and r.data_type = ${type}
    ), next as materialized (
      select distinct on (m.site_id, m.ts, fid) m.site_id, m.ts, fid, n.trace_id
        from mine m join reading_trace n using (site_id, ts, data_type), unnest(n.fids) fid
       where n.turn > m.turn and fid = any (m.fids)
       order by m.site_id, m.ts, fid, n.turn
    ), handed_on as (
      update reading_trace n set before = hand_on_reading(n.before, m.before, m.after, x.fids)
        from (select site_id, ts, trace_id, array_agg(fid) as fids from next group by 1, 2, 3) x
        join mine m using (site_id, ts)
       where (n.trace_id, n.data_type, n.site_id, n.ts) = (x.trace_id, ${type}, x.site_id, x.ts)
    ), judged as materialized (
      select t.site_id, t.ts, b.remains, b.removed, b.restored, b.kept + cardinality(l.fids) as kept
        from ${table} t join mine m using (site_id, ts),
             lateral (select array(select fid from next x where (x.site_id, x.ts) = (t.site_id, t.ts)) as fids) l,
             lateral take_back_reading(${type}, t.site_id, t.ts, ${valuesOf(sql`t`)}, m.before, m.after,
                                       array(select unnest(m.fids) except select unnest(l.fids))) b
       where ${between(rows, sql`t.ts`)}
    ), gone as (
      delete from ${table} t using judged j
       where (t.site_id, t.ts) = (j.site_id, j.ts) and ${between(rows, sql`t.ts`)} and j.remains is null
    ), changed as (
      update ${table} t
         set (set_id, avg, min, max, cou, zs, raw, flags, origins)
           = ((j.remains).set_id, (j.remains).avg, (j.remains).min, (j.remains).max, (j.remains).cou, (j.remains).zs,
              (j.remains).raw, (j.remains).flags, (j.remains).origins)
        from judged j
       where (t.site_id, t.ts) = (j.site_id, j.ts) and ${between(rows, sql`t.ts`)} and not (j.remains is null)
    )
    select coalesce(sum(removed), 0)::integer as removed, coalesce(sum(restored), 0)::integer as restored,
           coalesce(sum(kept), 0)::integer as kept from judged`);
  return taken ?? nothing;
}

/** Restores hours until their values are summed again; for minutes that retention has deleted that never happens. */
async function takeHours(db: Db, trace_id: number, type: DataType, rows: readonly Traced[]): Promise<void> {
  const hours = hoursOf(rows);
  if (hours.length === 0) return;
  // Allows one writer of sums at a time, against deadlocks.
  await db.run(sql`select pg_advisory_xact_lock(hashtext('rollup_work'))`);
  await db.run(sql`
    with traced as (
      select r.site_id, date_bin('1 hour', r.ts, timestamptz 'epoch') as ts, array_agg(distinct fid) as fids
        from reading_trace r join ${keysOf(rows)} using (site_id, ts), unnest(r.fids) fid
       where r.trace_id = ${trace_id} and r.data_type = ${type}
       group by 1, 2
    ), handed_on as (
      update rollup_trace n set before = take_back_rollup(n.before, h.before, traced.fids)
        from traced join rollup_trace h using (site_id, ts)
       where h.trace_id = ${trace_id} and (n.site_id, n.ts) = (h.site_id, h.ts) and n.turn > h.turn
    ), judged as materialized (
      select t.site_id, t.ts, take_back_rollup(${rollupOf(sql`t`)}, h.before, traced.fids) as remains
        from traced join rollup_hour t using (site_id, ts)
        left join rollup_trace h on h.trace_id = ${trace_id} and (h.site_id, h.ts) = (t.site_id, t.ts)
       where ${between(hours, sql`t.ts`)}
    ), gone as (
      delete from rollup_hour t using judged j
       where (t.site_id, t.ts) = (j.site_id, j.ts) and ${between(hours, sql`t.ts`)} and j.remains is null
    )
    update rollup_hour t
       set (set_id, avg, min, max, cou, n, valid, expected, origins, flags)
         = ((j.remains).set_id, (j.remains).avg, (j.remains).min, (j.remains).max, (j.remains).cou, (j.remains).n,
            (j.remains).valid, (j.remains).expected, (j.remains).origins, (j.remains).flags)
      from judged j
     where (t.site_id, t.ts) = (j.site_id, j.ts) and ${between(hours, sql`t.ts`)} and not (j.remains is null)`);
}

/** A restored hour does not change when it is summed, so its day has to be marked too. */
function daysOf(rows: readonly Traced[]): Traced[] {
  return rows.map((row) => ({ ...row, data_type: 'day' }));
}

/** For sites whose newest value was among these rows: the newest remaining value of each factor. */
async function renewLatest(db: Db, type: DataType, rows: readonly Traced[]): Promise<void> {
  const stale = await db.rows<{ site_id: number }>(sql`
    select l.site_id from latest_reading l
     where l.data_type = ${type}
       and exists (select from ${keysOf(rows)} where k.site_id = l.site_id and (k.ts = l.ts or k.ts = any(l.tss)))
     order by l.site_id for update`);
  if (stale.length === 0) return;
  const site_ids = stale.map(({ site_id }) => site_id);
  await db.run(sql`
    with left_over as (
      select l.site_id, u.fid, n.ts, n.avg, n.flag
        from latest_reading l join factor_set s using (set_id), unnest(s.fids) u (fid),
             lateral (select r.ts, r.avg[array_position(f.fids, u.fid)] as avg,
                             coalesce(r.flags[array_position(f.fids, u.fid)], '') as flag
                        from ${identifier(`reading_${type}`)} r join factor_set f using (set_id)
                       where r.site_id = l.site_id and f.fids @> array[u.fid] and coalesce(r.origins, '') not like 'v%'
                       order by r.ts desc limit 1) n
       where l.data_type = ${type} and l.site_id = any(${site_ids})
    ), newest as materialized (
      select site_id, max(ts) as ts, factor_set_of(array_agg(fid order by fid)) as set_id,
             array_agg(avg order by fid) as avg, case when bool_or(flag <> '') then array_agg(flag order by fid) end as flags,
             case when min(ts) <> max(ts) then array_agg(ts order by fid) end as tss
        from left_over group by site_id
    ), gone as (
      delete from latest_reading
       where data_type = ${type} and site_id = any(${site_ids}) and site_id not in (select site_id from newest)
    )
    update latest_reading l set ts = n.ts, set_id = n.set_id, avg = n.avg, flags = n.flags, tss = n.tss
      from newest n where l.data_type = ${type} and l.site_id = n.site_id`);
}

function forgetRows(db: Db, trace_id: number, type: DataType, rows: readonly Traced[]): Promise<number> {
  return db.run(sql`
    delete from reading_trace r using ${keysOf(rows)}
     where r.trace_id = ${trace_id} and r.data_type = ${type} and (r.site_id, r.ts) = (k.site_id, k.ts)`);
}

/** Returns the number of rows. */
export async function forgetTrace(db: Db, trace_id: number): Promise<number> {
  await db.run(sql`delete from rollup_trace where trace_id = ${trace_id}`);
  await db.run(sql`delete from trace_taken where trace_id = ${trace_id}`);
  return db.run(sql`delete from reading_trace where trace_id = ${trace_id}`);
}
