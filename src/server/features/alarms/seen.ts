import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { alarmScope } from '#server/scope.ts';
import { Fault } from '#shared/faults.ts';

export async function requireSeen({ db, user }: Pick<Ctx, 'db' | 'user'>, alarm_id: number): Promise<void> {
  const found = await db.one<{ seen: boolean }>(
    sql`select ${alarmScope(user, sql`site_id`)} as seen from alarm where alarm_id = ${alarm_id}`,
  );
  if (!found) throw new Fault('no_data');
  if (!found.seen) throw new Fault('no_authority');
}
