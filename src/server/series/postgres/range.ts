import type { Db } from '#server/db/pool.ts';
import { identifier, join, sql } from '#server/db/sql.ts';
import {
  type BucketsQuestion,
  type RangeQuestion,
  type ReadingPart,
  readingParts,
  type StoredReading,
  type ValueOrigin,
} from '#server/series/store.ts';
import { within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';
import { readColumns } from './read-columns.ts';

const besides = ['min', 'max', 'cou', 'zs', 'raw'] as const;
type Part = (typeof besides)[number];

export async function range(db: Db, sets: FactorSets, question: RangeQuestion): Promise<StoredReading[]> {
  const groups = question.extremes === false ? [] : [besides];
  const table = `reading_${question.data_type}`;
  const columns = await readColumns<Part, ValueOrigin>(db, sets, table, groups, question);
  const { site_ids, times, fids, avg, flags, origins, parts } = columns;
  return site_ids.map((site_id, at) => ({
    site_id,
    ts: times[at] ?? '',
    fids: fids[at] ?? [],
    avg: avg[at] ?? [],
    min: parts.min?.[at],
    max: parts.max?.[at],
    cou: parts.cou?.[at],
    zs: parts.zs?.[at],
    raw: parts.raw?.[at],
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

export async function parts(db: Db, question: RangeQuestion): Promise<ReadingPart[]> {
  const has = readingParts.map(
    (part) => sql`bool_or(${identifier(part)} is not null) as ${identifier(part)}`,
  );
  const row = await db.one<Record<ReadingPart, boolean | null>>(sql`
    select ${join(has)} from ${identifier(`reading_${question.data_type}`)} where ${within(question)}`);
  return readingParts.filter((part) => row?.[part]);
}
