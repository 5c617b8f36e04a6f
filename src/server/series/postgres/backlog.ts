import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { isDue } from './marks.ts';

/** A bucket that is being summed and was marked again counts twice: it will be summed twice. */
export async function backlog(db: Db, due?: Date): Promise<number> {
  const row = await db.one<{ n: number }>(sql`
    select (select count(*) from dirty_bucket where ${due ? isDue(due) : sql`true`})
           + (select count(*) from rollup_work) as n`);
  return row?.n ?? 0;
}
