import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { CommandKindName } from '#shared/domain/command-kinds.ts';

interface Policy {
  needs_approval: boolean;
  needs_reason: boolean;
}

/** The policy of a command kind: whether it needs approval by a second person, and a reason. */
export async function policyOf({ db }: Pick<Ctx, 'db'>, kind: CommandKindName): Promise<Policy> {
  const row = await db.one<Policy>(
    sql`select needs_approval, needs_reason from command_policy where kind = ${kind}`,
  );
  return row ?? { needs_approval: false, needs_reason: false };
}
