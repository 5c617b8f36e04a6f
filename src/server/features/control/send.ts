import type { Ctx } from '#server/app.ts';
import { type Created, createCommands } from '#server/commands/create.ts';
import { policyOf } from '#server/competence/policy.ts';
import { requireCompetence } from '#server/competence/require.ts';
import { rests } from '#server/heavy/rests.ts';
import { paramProblems } from '#shared/contract/control/params.ts';
import { commandKind } from '#shared/domain/command-kinds.ts';
import { may } from '#shared/domain/may.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault, type FieldProblem, powerMissing } from '#shared/faults.ts';
import { askedFor, auditCommand, recordRefused } from './audit.ts';
import { limitProblems } from './limits.ts';
import { requireControl, requireSites } from './reach.ts';
import type { Wanted } from './wanted.ts';

/** Limit of problems in one error. */
const MOST_PROBLEMS = 100;

/**
 * The only way to queue a user's command: power → competence → parameters → sites → limits → lease → plan. Refusals are
 * audited too.
 */
export function sendCommands(ctx: Ctx, wanted: Wanted): Promise<Created> {
  return recordRefused(ctx, wanted, async () => {
    const kind = commandKind(wanted.kind);
    if (!may(ctx.user, kind.power)) throw powerMissing(kind.power);
    await requireCompetence(ctx, { command_kind: wanted.kind });
    const policy = await policyOf(ctx, wanted.kind);
    const fields = await problemsIn(ctx, wanted, policy.needs_reason);
    if (fields.length > 0) throw new Fault('parameter_error', { fields });
    const site_ids = wanted.targets.map(({ site_id }) => site_id);
    await requireSites(ctx, site_ids);
    const beyond = await limitProblems(ctx, wanted.kind, wanted.targets);
    if (beyond.length > 0) {
      const named = beyond.map((each) => ({ ...each, field: fieldOf(wanted, each.field) }));
      throw new Fault('parameter_error', { fields: named.slice(0, MOST_PROBLEMS) });
    }
    await requireControl(ctx, site_ids);
    const made = await createCommands(ctx, ctx.db, {
      ...wanted,
      by: ctx.user,
      life_ms: wanted.life_minutes * MINUTE_MS,
      needs_approval: policy.needs_approval,
      ...(wanted.targets.length > 1 && { batch: { concurrency: wanted.concurrency } }),
    });
    const id = made.batch_id ?? made.commands[0]?.command_id;
    await auditCommand(ctx.db, id ?? wanted.kind, id ? 'insert' : 'refused', askedFor(wanted));
    return made;
  });
}

/** Converts `0.params.b` to the caller's name: `targets.0.params.b` or `items.0.b`. */
function fieldOf({ named }: Wanted, field: string): string {
  return named ? `${named}.${field.replace('.params.', '.')}` : `targets.${field}`;
}

/** Yields to other requests: there may be thousands of targets. */
async function problemsIn({ isWanted }: Ctx, wanted: Wanted, needsReason: boolean): Promise<FieldProblem[]> {
  const { kind: name, targets, reason } = wanted;
  const kind = commandKind(name);
  const rest = rests({ isWanted });
  const problems: FieldProblem[] = [];
  for (const [i, { params, list }] of targets.entries()) {
    for (const each of paramProblems(kind, params, list))
      problems.push({ ...each, field: fieldOf(wanted, `${i}.${each.field}`) });
    if (problems.length >= MOST_PROBLEMS) break;
    await rest();
  }
  if ((kind.dangerous || needsReason) && reason === '')
    problems.push({ field: 'reason', problem: 'required' });
  return problems.slice(0, MOST_PROBLEMS);
}
