import { withoutSecrets } from '#protocol/secrets.ts';
import { decodeText } from '#protocol/text.ts';
import type { Ctx } from '#server/app.ts';
import { clearBroken, correctionNewsSince, traceOf } from '#server/corrections/held.ts';
import { allOf, sql } from '#server/db/sql.ts';
import { actorOf } from '#server/http/actor.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { Directory } from '#server/ingest/directory.ts';
import type { HeldPacket } from '#server/ingest/held.ts';
import { FUTURE_MS, PERIOD_MS } from '#server/ingest/rows.ts';
import { namedSites, scope, seesSecrets } from '#server/scope.ts';
import type { ReadingRow } from '#server/series/store.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import { HELD_AT_ONCE, HELD_SHOWN, heldActions, heldPackets } from '#shared/contract/packets/held.ts';
import { Fault } from '#shared/faults.ts';
import { correctedRow } from './corrected.ts';
import { noteDecision, undoCorrection } from './held-corrections.routes.ts';

const BATCH = 1000;

const heldList = list(heldPackets, {
  select: ({ user }) => sql`
    select h.held_id, h.site_id, s.site_name, s.mn, h.reason, h.data_type, h.ts, h.received_at, h.raw, h.state,
           h.shift_seconds, h.taken_ts, h.decided_at, h.decided_by
      from held_packet h join site s using (site_id)
     where ${scope(user, sql`s.site_id`)}`,
  sort: sql`received_at desc, held_id desc`,
  show: ({ user }) => {
    const mask = seesSecrets(user) ? (text: string) => text : withoutSecrets;
    return (row) => ({ ...row, raw: mask(decodeText(row.raw as Uint8Array).text) });
  },
});

type Which = ParsedOf<typeof heldActions.discard>;
type Held = Pick<HeldPacket, 'data_type' | 'remote' | 'raw'> & {
  held_id: number;
  ts: string;
  received_at: string;
};

/** A held packet after the clock correction: its row, or the problem. */
interface Corrected {
  held: Held;
  new_ts: Date | null;
  row: ReadingRow | undefined;
  problem: 'future_time' | 'too_old' | 'has_data' | 'unreadable' | null;
}

const actions = handlers(heldActions, {
  groups: async ({ db, user }, { site_id }) => ({
    data_info: await db.rows(sql`
      select h.site_id, s.site_name, s.mn, h.reason, count(*)::integer as packets, min(h.ts) as ts_from,
             max(h.ts) as ts_to, min(h.received_at) as received_from, max(h.received_at) as received_to,
             -- A period is sent once it is over.
             percentile_disc(0.5) within group (order by extract(epoch from h.ts - h.received_at)
               + case h.data_type when 'minute' then 60 when 'hour' then 3600 when 'day' then 86400 else 0 end)::bigint
               as ahead_seconds
        from held_packet h join site s using (site_id)
       where ${allOf([
         sql`h.state = 'held'`,
         scope(user, sql`s.site_id`),
         ...(site_id === undefined ? [] : [sql`h.site_id = ${site_id}`]),
       ])}
       group by h.site_id, s.site_name, s.mn, h.reason
       order by max(h.received_at) desc, h.site_id, h.reason`),
  }),

  preview: async (ctx, { shift_seconds, ...which }) => {
    const all = await correctedPackets(ctx, which, shift_seconds);
    return {
      total: all.length,
      usable: all.filter(({ problem }) => problem === null).length,
      rows: all.slice(0, HELD_SHOWN).map(({ held, new_ts, problem }) => ({
        held_id: held.held_id,
        data_type: held.data_type,
        received_at: held.received_at,
        ts: held.ts,
        new_ts: new_ts?.toISOString() ?? null,
        problem,
      })),
    };
  },

  take: async (ctx, { shift_seconds, ...which }) => {
    const all = await correctedPackets(ctx, which, shift_seconds);
    const usable = all.filter(({ problem }) => problem === null);
    if (usable.length === 0) throw new Fault('no_data');
    await storeDecided(ctx, which, usable, shift_seconds);
    return { taken: usable.length, left: all.length - usable.length };
  },

  undo: async (ctx, { correction_id }) => undoCorrection(ctx, correction_id),

  discard: async (ctx, which) => {
    await namedSites(ctx, { site_ids: [which.site_id] });
    const discarded = await ctx.db.run(sql`
      update held_packet set state = 'discarded', decided_at = ${ctx.now()}, decided_by = ${ctx.user.account}
       where site_id = ${which.site_id} and reason = ${which.reason} and state = 'held'`);
    if (discarded === 0) throw new Fault('no_data');
    await noteDecision(ctx.db, which, { state: 'discarded', packets: discarded });
    return { discarded };
  },
});

/** Oldest first, with the row that each packet becomes. */
async function correctedPackets(ctx: Ctx, which: Which, shift_seconds: number): Promise<Corrected[]> {
  await namedSites(ctx, { site_ids: [which.site_id] });
  await clearBroken(ctx, sql`site_id = ${which.site_id}`);
  const directory = new Directory(ctx.db);
  await directory.load();
  const site = directory.site(which.site_id);
  if (!site) throw new Fault('no_data');
  const held = await ctx.db.rows<Held>(sql`
    select held_id, data_type, ts, received_at, remote, raw from held_packet
     where site_id = ${which.site_id} and reason = ${which.reason} and state = 'held'
     order by received_at, held_id limit ${HELD_AT_ONCE}`);
  const corrected = held.map((one): Corrected => {
    const received_at = new Date(one.received_at);
    const { row, refused } = correctedRow(site, { ...one, received_at }, shift_seconds * 1000);
    if (row)
      return { held: one, new_ts: row.ts, row, problem: isOver(row, received_at) ? null : 'future_time' };
    return { held: one, new_ts: refused?.ts ?? null, row, problem: refused?.reason ?? 'unreadable' };
  });
  const taken = await periodsWithData(ctx, corrected);
  for (const one of corrected)
    if (one.row && !one.problem && taken.has(keyOf(one.row))) one.problem = 'has_data';
  return corrected;
}

/** Devices send a period only after its end, so a corrected time before that is still wrong. */
function isOver({ ts, data_type }: ReadingRow, received_at: Date): boolean {
  return ts.getTime() + PERIOD_MS[data_type] <= received_at.getTime() + FUTURE_MS;
}

const keyOf = ({ data_type, ts }: Pick<ReadingRow, 'data_type' | 'ts'>) => `${data_type} ${ts.getTime()}`;

/** Existing values are kept, because a corrected time is only a guess. */
async function periodsWithData({ series }: Ctx, corrected: readonly Corrected[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const data_type of ['realtime', 'minute', 'hour', 'day'] as const) {
    const rows = corrected.flatMap(({ row }) => (row?.data_type === data_type ? [row] : []));
    const stored = await series.measuredPeriods(data_type, rows);
    for (const { ts } of stored) found.add(keyOf({ data_type, ts: new Date(ts) }));
  }
  return found;
}

/**
 * Records the correction first, so that its values can be removed if it fails. The decision and its audit entry commit
 * after the values are stored; until then the locked packets stay held. The transaction must not read measurements,
 * because the store may have to create partitions.
 */
async function storeDecided(
  ctx: Ctx,
  which: Which,
  usable: readonly Corrected[],
  shift_seconds: number,
): Promise<void> {
  const { pool, log } = ctx;
  const times = usable.flatMap(({ row }) => row?.ts.getTime() ?? []);
  const [ts_from, ts_to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const begun = await pool.one<{ correction_id: number }>(sql`
    insert into held_correction (site_id, reason, shift_seconds, packets, ts_from, ts_to, taken_at, taken_by)
    values (${which.site_id}, ${which.reason}, ${shift_seconds}, ${usable.length}, ${ts_from}, ${ts_to},
            ${ctx.now()}, ${ctx.user.account})
    returning correction_id`);
  const correction_id = begun?.correction_id ?? 0;
  try {
    await decide(ctx, which, usable, { correction_id, shift_seconds });
  } catch (error) {
    // If this fails too, the next read of these packets cleans up.
    await clearBroken(ctx, sql`correction_id = ${correction_id}`).catch((err: unknown) =>
      log.warn({ err, correction_id }, 'the values of a broken correction are still there'),
    );
    throw error;
  }
}

function decide(
  { pool, series, now, user, origin }: Ctx,
  which: Which,
  usable: readonly Corrected[],
  { correction_id, shift_seconds }: { correction_id: number; shift_seconds: number },
): Promise<void> {
  const ids = usable.map(({ held }) => held.held_id);
  const times = usable.map(({ row }) => row?.ts);
  return pool.tx(actorOf(origin, user), async (db) => {
    const mine = await db.run(sql`
      update held_correction set state = 'done' where correction_id = ${correction_id} and state = 'open'`);
    const marked = await db.run(sql`
      update held_packet h
         set state = 'taken', shift_seconds = ${shift_seconds}, taken_ts = t.ts, decided_at = ${now()},
             decided_by = ${user.account}, correction_id = ${correction_id}
        from unnest(${ids}::bigint[], ${times}::timestamptz[]) as t (held_id, ts)
       where h.held_id = t.held_id and h.state = 'held'`);
    if (mine === 0 || marked < ids.length) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    await noteDecision(db, which, { state: 'taken', packets: ids.length, shift_seconds });
    for (let at = 0; at < usable.length; at += BATCH) {
      const readings = usable.slice(at, at + BATCH).flatMap(({ row }) => row ?? []);
      const trace_id = traceOf(correction_id);
      await series.appendTraced({ trace_id, readings, news_since: correctionNewsSince(now()) });
    }
  });
}

export const heldRoutes = [heldList, ...actions];
