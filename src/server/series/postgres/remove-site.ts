import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';

export const TABLES = [
  'latest_reading',
  'simulated_site',
  'dirty_bucket',
  'rollup_work',
  'rollup_hour',
  'hour_block',
  'hour_block_touch',
  'rollup_day',
  'rollup_month',
  'reading_realtime',
  'reading_minute',
  'reading_hour',
  'reading_day',
  'reading_revision',
  'reading_trace',
  'rollup_trace',
  'raw_packet',
];

/** One table after the other, so that nobody waits for all of it; a repeated call continues where it stopped. */
export async function removeSite(db: Db, site_id: number): Promise<number> {
  let rows = 0;
  for (const table of TABLES) {
    rows += await db.run(sql`delete from ${identifier(table)} where site_id = ${site_id}`);
  }
  return rows;
}
