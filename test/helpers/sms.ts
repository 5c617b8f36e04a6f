import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** The code that a number was sent last, read where the default provider keeps it. */
export async function lastCode(db: Db, mobile: string): Promise<string> {
  const row = await db.one<{ code: string }>(sql`
    select substring(body from '[0-9]{6}') as code from message
     where recipient = ${mobile} order by message_id desc limit 1`);
  return row?.code ?? '';
}
