import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { RangeQuestion } from '#server/series/store.ts';
import { within } from './cut.ts';

export async function countBySite(db: Db, question: RangeQuestion): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ site_id: number; n: number }>(sql`
    select site_id, count(*) as n from ${identifier(`reading_${question.data_type}`)}
     where ${within(question)} group by site_id`);
  return new Map(rows.map(({ site_id, n }) => [site_id, n]));
}
