import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** Factor IDs by key. */
export async function factorIds(db: Db): Promise<Record<string, number>> {
  const rows = await db.rows<{ key: string; fid: number }>(
    sql`select component_key as key, component_id as fid from component`,
  );
  return Object.fromEntries(rows.map(({ key, fid }) => [key, fid]));
}
