import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { BucketsQuestion, Origin, RangeQuestion, StoredReading } from '#server/series/store.ts';
import { numbersOf } from './arrays.ts';
import { type Cut, cutsOf, paged, within } from './cut.ts';
import type { FactorSets } from './factor-sets.ts';

interface Row {
  site_id: number;
  ts: string;
  set_id: number;
  avg: string;
  min: string | null;
  max: string | null;
  cou: string | null;
  zs: string | null;
  raw: string | null;
  flags: string[] | null;
  origins: string | null;
}

export async function range(db: Db, sets: FactorSets, question: RangeQuestion): Promise<StoredReading[]> {
  const rows = await db.rows<Row>(sql`
    select site_id, ts, set_id, avg::text, min::text, max::text, cou::text, zs::text, raw::text, flags, origins
      from ${identifier(`reading_${question.data_type}`)}
     where ${within(question)} ${paged(question)}`);
  const cut = await cutsOf(sets, rows, question.fids);
  return rows.map((row) => readingOf(row, cut(row)));
}

export async function count(db: Db, question: RangeQuestion | BucketsQuestion): Promise<number> {
  const table = 'level' in question ? `rollup_${question.level}` : `reading_${question.data_type}`;
  const row = await db.one<{ count: number }>(sql`
    select count(*) from ${identifier(table)} where ${within(question)}`);
  return row?.count ?? 0;
}

function readingOf(
  { site_id, ts, avg, min, max, cou, zs, raw, flags, origins }: Row,
  cut: Cut,
): StoredReading {
  const part = (text: string | null) => (text ? cut.take(numbersOf(text)) : undefined);
  return {
    site_id,
    ts,
    fids: cut.fids,
    avg: cut.take(numbersOf(avg)),
    min: part(min),
    max: part(max),
    cou: part(cou),
    zs: part(zs),
    raw: part(raw),
    flags: flags ? cut.take(flags) : undefined,
    origins: origins ? cut.take([...origins] as Origin[]) : undefined,
  };
}
