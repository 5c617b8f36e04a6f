import { StartError } from '#server/instance/start-error.ts';
import type { Db } from './pool.ts';
import { sql } from './sql.ts';

/**
 * Records at the first start whether this is the demo (a new production instance checks device passwords), and refuses
 * every later start as the other kind.
 */
export async function claimInstance(db: Db, demo: boolean): Promise<void> {
  const row = await db.one<{ demo: boolean }>(sql`
    with added as (insert into instance (demo, checks_pw) values (${demo}, ${!demo}) on conflict do nothing returning demo)
    select demo from added union all select demo from instance limit 1`);
  if (row?.demo === demo) return;
  throw new StartError(
    demo
      ? 'This database holds a production instance; start it with --no-demo.'
      : 'This database holds the demo, whose passwords are public; give production a DATA_DIR or DATABASE_URL of its own.',
  );
}
