import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { Fault } from '#shared/faults.ts';

/** Users may only attach files that they uploaded. */
export async function requireOwnFiles(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  file_ids: readonly number[],
): Promise<void> {
  if (file_ids.length === 0) return;
  const own = await db.run(sql`
    select from file where file_id = any(${[...file_ids]}) and user_id = ${user.user_id} and purpose = 'attachment'`);
  if (own < new Set(file_ids).size) throw new Fault('file_missing');
}
