import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { Span } from '#server/series/store.ts';

export async function isTraced(
  db: Db,
  data_types: readonly DataType[],
  { site_ids, fids, from, to }: Span & { fids: readonly number[] },
): Promise<boolean> {
  const row = await db.one(sql`
    select 1 from reading_trace
     where site_id = any(${site_ids}) and ts >= ${from} and ts < ${to} and data_type = any(${data_types})
       and fids && ${fids}::smallint[] limit 1`);
  return row !== undefined;
}
