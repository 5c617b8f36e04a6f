import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { requireSeesAll } from '#server/scope.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  agreementCommands,
  agreementCommandTrials,
} from '#shared/contract/site-config/agreement-commands.ts';
import { commandKind, controlPowers } from '#shared/domain/command-kinds.ts';
import { wireProblems } from '#shared/domain/command-wires.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import { tryCommand } from './try-command.ts';

export const agreementCommandRoutes = [
  ...crud(agreementCommands, {
    shows: {
      agreement_name: sql`(select a.agreement_name from agreement a where a.agreement_id = t.agreement_id)`,
      cns: sql`(select string_agg(w ->> 'cn', ' ' order by n)
                  from jsonb_array_elements(t.wires) with ordinality as x (w, n))`,
    },
    sort: sql`agreement_id, agreement_command_id`,
    beforeSave,
    beforeDelete: (ctx, rows) =>
      requireMayDescribe(
        ctx,
        rows.map(({ agreement_id }) => agreement_id),
      ),
  }),
  ...handlers(agreementCommandTrials, { run: tryCommand }),
];

type Saved = AnswerOf<typeof agreementCommands.list>['data_info'][number];

/**
 * A command can hide another: a request defined as a harmless query may contain a new password, and others, or the
 * platform itself, then send it. So editing needs the powers for all commands, and access to every site with the
 * protocol.
 */
async function requireMayDescribe(ctx: Ctx, agreement_ids: readonly number[]): Promise<void> {
  const lacking = controlPowers.find((power) => !may(ctx.user, power));
  if (lacking) throw powerMissing(lacking);
  await requireSeesAll(ctx, sql`s.agreement_id = any(${[...agreement_ids]})`);
}

/** The requests must match their command. */
async function beforeSave(
  ctx: Ctx,
  fields: Record<string, unknown>,
  before: Saved | undefined,
): Promise<Record<string, unknown>> {
  const { agreement_id, kind, wires } = { ...before, ...fields } as unknown as Saved;
  await requireMayDescribe(ctx, [agreement_id, before?.agreement_id ?? agreement_id]);
  const problems = wireProblems(commandKind(kind), wires).map(({ problem, name }) => ({
    field: 'wires',
    problem,
    ...(name && { params: { name } }),
  }));
  if (problems.length > 0) throw new Fault('parameter_error', { fields: problems });
  return fields.wires === undefined ? fields : { ...fields, wires: json(fields.wires) };
}
