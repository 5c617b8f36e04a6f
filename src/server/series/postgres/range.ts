import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { BucketsQuestion, Origin, RangeQuestion, StoredReading } from '#server/series/store.ts';
import { within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { readColumns } from './read-columns.ts';

const besides = ['min', 'max', 'cou', 'zs', 'raw'] as const;
type Part = (typeof besides)[number];

export async function range(db: Db, sets: FactorSets, question: RangeQuestion): Promise<StoredReading[]> {
  const parts = question.extremes === false ? [] : besides;
  const table = `reading_${question.data_type}`;
  const columns = await readColumns<Part, Origin>(db, sets, table, parts, question);
  const { site_ids, times, fids, flags, origins, lists } = columns;
  return site_ids.map((site_id, at) => ({
    site_id,
    ts: times[at] ?? '',
    fids: fids[at] ?? [],
    avg: lists.avg[at] ?? [],
    min: lists.min?.[at],
    max: lists.max?.[at],
    cou: lists.cou?.[at],
    zs: lists.zs?.[at],
    raw: lists.raw?.[at],
    flags: flags[at],
    origins: origins[at],
  }));
}

export async function count(db: Db, question: RangeQuestion | BucketsQuestion): Promise<number> {
  const table = 'level' in question ? `rollup_${question.level}` : `reading_${question.data_type}`;
  const row = await db.one<{ count: number }>(sql`
    select count(*) from ${identifier(table)} where ${within(question)}`);
  return row?.count ?? 0;
}
