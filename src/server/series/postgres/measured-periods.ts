import type { DataType } from '#protocol/commands.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { SiteStart } from '#server/series/store.ts';
import { between, keysOf, type SitePeriod } from './keys.ts';

/** A row is simulated as a whole or not at all. */
export async function measuredPeriods(
  db: Db,
  data_type: DataType,
  periods: readonly SitePeriod[],
): Promise<SiteStart[]> {
  if (periods.length === 0) return [];
  return db.rows<SiteStart>(sql`
    select distinct t.site_id, t.ts from ${identifier(`reading_${data_type}`)} t join ${keysOf(periods)} using (site_id, ts)
     where ${between(periods, sql`t.ts`)} and coalesce(t.origins, '') not like 'v%'`);
}
