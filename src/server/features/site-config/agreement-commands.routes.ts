import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import {
  agreementCommands,
  agreementCommandTrials,
} from '#shared/contract/site-config/agreement-commands.ts';
import { commandKind } from '#shared/domain/command-kinds.ts';
import { wireProblems } from '#shared/domain/command-wires.ts';
import { Fault } from '#shared/faults.ts';
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
  }),
  ...handlers(agreementCommandTrials, { run: tryCommand }),
];

type Saved = AnswerOf<typeof agreementCommands.list>['data_info'][number];

/** Requests must fit the kind that they carry out. */
async function beforeSave(
  _ctx: Ctx,
  fields: Record<string, unknown>,
  before: Saved | undefined,
): Promise<Record<string, unknown>> {
  const { kind, wires } = { ...before, ...fields } as unknown as Saved;
  const problems = wireProblems(commandKind(kind), wires).map(({ problem, name }) => ({
    field: 'wires',
    problem,
    ...(name && { params: { name } }),
  }));
  if (problems.length > 0) throw new Fault('parameter_error', { fields: problems });
  return fields.wires === undefined ? fields : { ...fields, wires: json(fields.wires) };
}
