import type { Db } from '#server/db/pool.ts';
import { prepared, sql } from '#server/db/sql.ts';
import type { SiteStart } from '#server/series/store.ts';

export async function simulatedUntil(
  db: Db,
  site_ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<SiteStart>(
    prepared(sql`select site_id, ts from simulated_site where site_id = any(${site_ids})`),
  );
  return new Map(rows.map(({ site_id, ts }) => [site_id, ts]));
}
