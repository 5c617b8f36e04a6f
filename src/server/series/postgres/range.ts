import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { BucketsQuestion, Origin, RangeQuestion, StoredReading } from '#server/series/store.ts';
import { within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { readRows } from './read-rows.ts';

const parts = ['avg', 'min', 'max', 'cou', 'zs', 'raw'] as const;

export async function range(db: Db, sets: FactorSets, question: RangeQuestion): Promise<StoredReading[]> {
  const table = `reading_${question.data_type}`;
  const wanted = question.extremes === false ? parts.slice(0, 1) : parts;
  const rows = await readRows<(typeof parts)[number], Origin>(db, sets, table, wanted, question);
  return rows.map(({ site_id, ts, fids, flags, origins, lists }) => {
    const { avg = [], min, max, cou, zs, raw } = lists;
    return { site_id, ts, fids, avg, min, max, cou, zs, raw, flags, origins };
  });
}

export async function count(db: Db, question: RangeQuestion | BucketsQuestion): Promise<number> {
  const table = 'level' in question ? `rollup_${question.level}` : `reading_${question.data_type}`;
  const row = await db.one<{ count: number }>(sql`
    select count(*) from ${identifier(table)} where ${within(question)}`);
  return row?.count ?? 0;
}
