import type { Ctx } from '#server/app.ts';
import { takeBackValues } from '#server/corrections/held.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { actorOf } from '#server/http/actor.ts';
import { list } from '#server/http/list.ts';
import { namedSites, scope } from '#server/scope.ts';
import { type HeldGroup, heldCorrections } from '#shared/contract/packets/held.ts';
import { Fault } from '#shared/faults.ts';

/** A correction cannot be undone after the retention deleted some of its packets. */
const canUndo = sql`
  c.state = 'done' and c.traced
  and c.packets = (select count(*) from held_packet h where h.correction_id = c.correction_id)`;

const corrections = list(heldCorrections, {
  select: ({ user }) => sql`
    select c.correction_id, c.site_id, s.site_name, s.mn, c.reason, c.shift_seconds, c.packets, c.ts_from, c.ts_to,
           c.taken_at, c.taken_by, c.state, c.undone_at, c.undone_by, c.kept, ${canUndo} as can_undo
      from held_correction c join site s using (site_id)
     where c.state <> 'open' and ${scope(user, sql`s.site_id`)}`,
  sort: sql`taken_at desc, correction_id desc`,
});

/**
 * The transaction commits after the values are removed from the store. If it fails, the correction stays done, and
 * undoing it again is idempotent.
 */
export async function undoCorrection(
  ctx: Ctx,
  correction_id: number,
): Promise<{ held: number; kept: number }> {
  const { pool, user, origin, now } = ctx;
  const found = await pool.one<{ site_id: number }>(
    sql`select site_id from held_correction where correction_id = ${correction_id}`,
  );
  if (!found) throw new Fault('no_data');
  await namedSites(ctx, { site_ids: [found.site_id] });
  return pool.tx(actorOf(origin, user), async (db) => {
    const correction = await db.one<Pick<HeldGroup, 'site_id' | 'reason'> & { shift_seconds: number }>(sql`
      select c.site_id, c.reason, c.shift_seconds from held_correction c
       where c.correction_id = ${correction_id} and ${canUndo} for update`);
    if (!correction) throw new Fault('no_data');
    const held = await db.run(sql`
      update held_packet
         set state = 'held', shift_seconds = null, taken_ts = null, decided_at = null, decided_by = null,
             correction_id = null
       where correction_id = ${correction_id}`);
    const { kept } = await takeBackValues(ctx, correction_id);
    await db.run(sql`
      update held_correction set state = 'undone', undone_at = ${now()}, undone_by = ${user.account}, kept = ${kept}
       where correction_id = ${correction_id}`);
    const { shift_seconds } = correction;
    await noteDecision(db, correction, { state: 'held', packets: held, shift_seconds });
    return { held, kept };
  });
}

interface Decision {
  state: 'taken' | 'discarded' | 'held';
  packets: number;
  shift_seconds?: number;
}

/** One audit entry for all packets of a decision; state `held` means that a correction was undone. */
export function noteDecision(
  db: Db,
  { site_id, reason }: Pick<HeldGroup, 'site_id' | 'reason'>,
  decision: Decision,
): Promise<number> {
  const after = JSON.stringify({ reason, ...decision });
  return db.run(sql`select write_audit('held_packet', ${String(site_id)}, 'update', null, ${after}::jsonb)`);
}

export const heldCorrectionRoutes = [corrections];
