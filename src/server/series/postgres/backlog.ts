import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { isDue } from './marks.ts';

/** What is being summed at this moment may have been marked again: it is then counted twice, as it is summed twice. */
export async function backlog(db: Db, due?: Date): Promise<number> {
  const row = await db.one<{ n: number }>(sql`
    select (select count(*) from dirty_bucket where ${due ? isDue(due) : sql`true`})
           + (select count(*) from rollup_work) as n`);
  return row?.n ?? 0;
}
