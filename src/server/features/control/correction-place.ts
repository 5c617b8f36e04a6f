import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';

/** The given sites that the platform corrects; their devices get no K, B or interference. */
export async function platformSites(db: Db, site_ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ site_id: number }>(sql`
    select site_id from correction_place where place = 'platform' and site_id = any(${[...site_ids]})`);
  return new Set(rows.map(({ site_id }) => site_id));
}
