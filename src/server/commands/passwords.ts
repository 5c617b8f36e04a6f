import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Active } from './active.ts';

const actor = { account: 'system', real_name: 'system' };

/** After a password change, stores the device's new password, encrypted as it was entered. */
export async function passwordsSet(db: Db, commands: readonly Active[]): Promise<void> {
  const set = commands.filter(({ row, run }) => row.kind === 'password_set' && run.state === 'succeeded');
  for (const { row } of set) {
    await db.run(sql`select set_config('lanjing.actor', ${JSON.stringify(actor)}, true)`);
    await db.run(sql`
      update site set secret = ${row.plan.slots.new_password ?? ''} where site_id = ${row.site_id}`);
  }
}
