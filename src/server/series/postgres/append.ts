import type { DataType } from '#protocol/commands.ts';
import { arrayText, bytesColumn, plainColumn, textColumn } from '#server/db/arrays.ts';
import type { Db, Pool } from '#server/db/pool.ts';
import { identifier, prepared, type Sql, sql } from '#server/db/sql.ts';
import type { Batch, RawPacket, ReadingRow } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';
import { between, type SitePeriod } from './keys.ts';
import { markDirty } from './marks.ts';
import { storeNews } from './news.ts';
import type { Partitions } from './partitions.ts';
import { type LatestRow, latestOf, passesOf } from './rows.ts';

const TYPES: readonly DataType[] = ['realtime', 'minute', 'hour', 'day'];

/** Rows by data type, in passes in which each row occurs once. */
export function passesByType(
  readings: readonly ReadingRow[],
): { type: DataType; rows: readonly ReadingRow[] }[] {
  return TYPES.flatMap((type) =>
    passesOf(readings.filter(({ data_type }) => data_type === type)).map((rows) => ({ type, rows })),
  );
}

/** Stores a batch in one transaction: merged readings, raw frames, newest values, dirty buckets and news. */
export async function append(
  pool: Pool,
  sets: FactorSets,
  partitions: Partitions,
  batch: Batch,
): Promise<void> {
  const passes = passesByType(batch.readings);
  const latest = latestOf(batch.readings);
  await sets.ensure([...passes.flatMap(({ rows }) => rows), ...latest]);
  await partitions.within(batch, () =>
    pool.tx(
      {},
      async (db) => {
        for (const { type, rows } of passes) await storeReadings(db, sets, type, rows);
        if (batch.packets.length > 0) await storePackets(db, batch.packets, batch.again);
        if (latest.length > 0) await storeLatest(db, sets, latest);
        if (batch.readings.length > 0) await markDirty(db, batch.readings);
        await storeNews(db, newsOf(batch.readings));
      },
      batch.withinMs,
    ),
  );
}

/** Hours and days become news when they are summed. */
function newsOf(readings: readonly ReadingRow[]) {
  return readings.flatMap(({ site_id, data_type, ts, origin }) =>
    data_type === 'realtime' || data_type === 'minute'
      ? [{ site_id, data_type, ts, resupplied: origin !== 'l' }]
      : [],
  );
}

function originsText({ origin, fids }: ReadingRow): string | null {
  return origin === 'l' ? null : origin.repeat(fids.length);
}

export const columns = sql`ts, site_id, set_id, avg, min, max, cou, zs, raw, flags, origins`;

export function incoming(sets: FactorSets, rows: readonly ReadingRow[]): Sql {
  const texts = (of: (row: ReadingRow) => string | null) => textColumn(rows, of);
  return sql`
    select ts, site_id, set_id, avg::real[], min::real[], max::real[], cou::double precision[], zs::real[],
           raw::real[], flags::text[], origins
      from unnest(${plainColumn(rows, ({ ts }) => ts)}::timestamptz[],
                  ${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
                  ${plainColumn(rows, ({ fids }) => sets.idOf(fids))}::integer[],
                  ${texts(({ avg }) => arrayText(avg))}::text[], ${texts(({ min }) => arrayText(min))}::text[],
                  ${texts(({ max }) => arrayText(max))}::text[], ${texts(({ cou }) => arrayText(cou))}::text[],
                  ${texts(({ zs }) => arrayText(zs))}::text[], ${texts(({ raw }) => arrayText(raw))}::text[],
                  ${texts(({ flags }) => arrayText(flags))}::text[], ${texts(originsText)}::text[])
        as i (${columns})`;
}

/** Stores the rows of periods that have none yet; returns their keys. */
export async function insertNew(
  db: Db,
  sets: FactorSets,
  type: DataType,
  rows: readonly ReadingRow[],
): Promise<SitePeriod[]> {
  const stored = await db.rows<{ site_id: number; ts: string }>(sql`
    insert into ${identifier(`reading_${type}`)} (${columns}) ${incoming(sets, rows)}
    on conflict do nothing returning site_id, ts`);
  return stored.map(({ site_id, ts }) => ({ site_id, ts: new Date(ts) }));
}

export function storeReadings(
  db: Db,
  sets: FactorSets,
  type: DataType,
  rows: readonly ReadingRow[],
): Promise<number> {
  return db.run(
    prepared(sql`
    insert into ${identifier(`reading_${type}`)} as t (${columns}) ${incoming(sets, rows)}
    on conflict (site_id, ts) do update
      set (set_id, avg, min, max, cou, zs, raw, flags, origins) = (
        select m.set_id, m.avg, m.min, m.max, m.cou, m.zs, m.raw, m.flags, m.origins
          from merge_reading(${type}, t.site_id, t.ts,
                 row (t.set_id, t.avg, t.min, t.max, t.cou, t.zs, t.raw, t.flags, t.origins)::reading_values,
                 row (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.zs,
                      excluded.raw, excluded.flags, excluded.origins)::reading_values) m)
    where (t.set_id, t.avg, t.min, t.max, t.cou, t.zs, t.raw, t.flags)
          is distinct from (excluded.set_id, excluded.avg, excluded.min, excluded.max, excluded.cou, excluded.zs,
                            excluded.raw, excluded.flags)
          -- Equal values still update if manual or reviewed, or if the stored one is simulated.
          or (excluded.origins ~ '[mr]' and t.origins is distinct from excluded.origins)
          or t.origins like 'v%'`),
  );
}

function storePackets(db: Db, packets: readonly RawPacket[], again = false): Promise<number> {
  const texts = (of: (packet: RawPacket) => string | null) => textColumn(packets, of);
  const came = sql`
    select received_at, outgoing, site_id, mn, st, cn, qn, verdict, deviations::text[], raw, remote, command_id
      from unnest(${plainColumn(packets, ({ received_at }) => received_at)}::timestamptz[],
                  ${plainColumn(packets, ({ outgoing }) => outgoing)}::boolean[],
                  ${plainColumn(packets, ({ site_id }) => site_id)}::integer[],
                  ${texts(({ mn }) => mn)}::text[], ${texts(({ st }) => st)}::text[],
                  ${texts(({ cn }) => cn)}::text[], ${texts(({ qn }) => qn)}::text[],
                  ${texts(({ verdict }) => verdict)}::text[],
                  ${texts(({ deviations }) => (deviations.length > 0 ? arrayText(deviations) : null))}::text[],
                  ${bytesColumn(packets, ({ raw }) => raw)}::bytea[],
                  ${texts(({ remote }) => remote)}::text[],
                  ${plainColumn(packets, ({ command_id }) => command_id ?? null)}::bigint[])
        as i (received_at, outgoing, site_id, mn, st, cn, qn, verdict, deviations, raw, remote, command_id)`;
  const columns = sql`received_at, outgoing, site_id, mn, st, cn, qn, verdict, deviations, raw, remote, command_id`;
  if (!again) return db.run(prepared(sql`insert into raw_packet (${columns}) ${came}`));
  // After a failed attempt some frames may be stored already. This statement is planned for these frames alone; the
  // usual insert is a prepared statement.
  const isSame = sql`
    p.mn = i.mn and p.received_at = i.received_at and p.remote = i.remote and p.outgoing = i.outgoing and p.qn = i.qn
    and p.raw = i.raw and ${between(
      packets.map(({ received_at }) => ({ ts: received_at })),
      sql`p.received_at`,
    )}`;
  return db.run(sql`
    with i as materialized (${came}), noted as (
      update raw_packet p set deviations = i.deviations from i
       where ${isSame} and p.deviations is distinct from i.deviations
    )
    insert into raw_packet (${columns})
    select ${columns} from i where not exists (select from raw_packet p where ${isSame})`);
}

/** `isReceived` is false for imported values: they must not look as if the station had sent them now. */
export function storeLatest(
  db: Db,
  sets: FactorSets,
  rows: readonly LatestRow[],
  isReceived = true,
): Promise<number> {
  const texts = (of: (row: LatestRow) => string | null) => textColumn(rows, of);
  return db.run(
    prepared(sql`
    insert into latest_reading as t (site_id, data_type, ts, set_id, avg, flags, tss, received_at)
    select site_id, data_type, ts, set_id, avg::real[], flags::text[], tss::timestamptz[], now()
      from unnest(${plainColumn(rows, ({ site_id }) => site_id)}::integer[],
                  ${texts(({ data_type }) => data_type)}::text[],
                  ${plainColumn(rows, ({ ts }) => ts)}::timestamptz[],
                  ${plainColumn(rows, ({ fids }) => sets.idOf(fids))}::integer[],
                  ${texts(({ avg }) => arrayText(avg))}::text[], ${texts(({ flags }) => arrayText(flags))}::text[],
                  ${texts(({ tss }) => arrayText(tss?.map((ts) => ts.toISOString())))}::text[])
        as i (site_id, data_type, ts, set_id, avg, flags, tss)
    on conflict (site_id, data_type) do update
      set (ts, set_id, avg, flags, tss) = (
            select (v).ts, (v).set_id, (v).avg, (v).flags, (v).tss
              from (select case
                      when excluded.set_id = t.set_id and excluded.tss is null and t.tss is null
                           -- For the same time it may bring another part of the same value.
                           and (excluded.ts > t.ts or array_position(excluded.avg, null) is null)
                      then row (excluded.ts, excluded.set_id, excluded.avg, excluded.flags, excluded.tss)::latest_values
                      else merge_latest(row (t.ts, t.set_id, t.avg, t.flags, t.tss)::latest_values,
                                        row (excluded.ts, excluded.set_id, excluded.avg, excluded.flags,
                                             excluded.tss)::latest_values)
                    end as v) newest),
          received_at = case when ${isReceived} then excluded.received_at else t.received_at end
    -- A row older than the newest of all may still be the newest of one factor.
    where excluded.ts >= t.ts or excluded.set_id <> t.set_id or t.tss is not null`),
  );
}
