import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { actorOf } from '#server/http/actor.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import { commandKind } from '#shared/domain/command-kinds.ts';
import type { ParamValues } from '#shared/domain/command-params.ts';
import { Fault } from '#shared/faults.ts';
import type { Wanted } from './wanted.ts';

/** Limit of devices in an audit entry. */
const TOLD = 50;

export async function auditCommand(
  db: Db,
  id: number | string,
  action: 'insert' | 'update' | 'refused',
  after: object,
): Promise<void> {
  await db.run(sql`select write_audit('command', ${String(id)}, ${action}, null, ${json(after)})`);
}

/** The command for the audit log, without passwords. */
export function askedFor({ kind, targets, reason }: Wanted): object {
  const params = targets.slice(0, TOLD).map((target) => ({
    ...withoutSecrets(kind, target.params),
    ...(target.list && { list: target.list }),
  }));
  return { kind, reason, site_ids: [...new Set(targets.map(({ site_id }) => site_id))], params };
}

function withoutSecrets(kind: CommandKindName, params: ParamValues): object {
  const declared = commandKind(kind).params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => declared[name]?.type !== 'secret'));
}

/** Audits a refused command, and does so outside of its transaction, which is rolled back. */
export async function recordRefused<Answer>(
  ctx: Ctx,
  wanted: Wanted,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Fault) {
      const after = { ...askedFor(wanted), refused: error.fault };
      await ctx.pool.tx(actorOf(ctx.origin, ctx.user), (db) =>
        auditCommand(db, wanted.kind, 'refused', after),
      );
    }
    throw error;
  }
}
