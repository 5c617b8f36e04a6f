import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';

/** Audits additions to an order that do not change its row. */
export async function auditOrder(db: Db, order_id: number, added: object): Promise<void> {
  await db.run(sql`select write_audit('work_order', ${order_id}::text, 'update', '{}', ${json(added)})`);
}
