import type { Ctx } from '#server/app.ts';
import { policyOf } from '#server/competence/policy.ts';
import { requireCompetence } from '#server/competence/require.ts';
import { sql } from '#server/db/sql.ts';
import { commandKinds } from '#shared/domain/command-kinds.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';

/** The factors to be stored for a site. A factor without K and B keeps its current ones. */
interface FactorList {
  /** Undefined for a new site. */
  site_id?: number | undefined;
  factors: readonly { component_id: number; k?: number; b?: number }[];
}

const neutral = { k: 1, b: 0 };

/**
 * K and B in a site's list of factors correct values like those of a correction command. Changing them here, or
 * removing a corrected factor, therefore needs the same power and competence, and is refused if that command needs
 * approval.
 */
export async function requireMayCorrect(ctx: Ctx, lists: readonly FactorList[]): Promise<void> {
  if (!(await corrects(ctx, lists))) return;
  const { power } = commandKinds.kb_set;
  if (!may(ctx.user, power)) throw powerMissing(power);
  await requireCompetence(ctx, { command_kind: 'kb_set' });
  const { needs_approval } = await policyOf(ctx, 'kb_set');
  if (needs_approval) throw new Fault('edit_failed', { detail: 'correction_form_approval' });
}

async function corrects({ db }: Ctx, lists: readonly FactorList[]): Promise<boolean> {
  const corrected = await db.rows<{ site_id: number; component_id: number; k: number; b: number }>(sql`
    select site_id, component_id::integer, k, b from device_factor
     where site_id = any(${lists.flatMap(({ site_id }) => site_id ?? [])}) and (k <> ${neutral.k} or b <> ${neutral.b})`);
  const left = new Map(corrected.map((one) => [`${one.site_id} ${one.component_id}`, one]));
  const isChanged = lists.some(({ site_id, factors }) =>
    factors.some(({ component_id, k, b }) => {
      const key = `${site_id} ${component_id}`;
      const was = left.get(key) ?? neutral;
      left.delete(key);
      return (k ?? was.k) !== was.k || (b ?? was.b) !== was.b;
    }),
  );
  return isChanged || left.size > 0;
}
