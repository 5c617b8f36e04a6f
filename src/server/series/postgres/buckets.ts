import type { Db } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import type { Source } from '#server/series/effective.ts';
import type { BucketRow, BucketsQuestion } from '#server/series/store.ts';
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
  n: string | null;
  valid: string | null;
  expected: string | null;
  origins: string;
  flags: string[] | null;
}

const besides = sql`min::text, max::text, cou::text, n::text, flags`;
const none = sql`null as min, null as max, null as cou, valid::text as n, null as flags`;

export async function buckets(db: Db, sets: FactorSets, question: BucketsQuestion): Promise<BucketRow[]> {
  const only = question.newest_only ? sql`distinct on (site_id)` : sql``;
  const rows = await db.rows<Row>(sql`
    select ${only} site_id, ts, set_id, avg::text, valid::text, expected::text, origins,
           ${question.means_only ? none : besides}
      from ${identifier(`rollup_${question.level}`)}
     where ${within(question)} ${question.newest_only ? sql`order by site_id, ts desc` : paged(question)}`);
  const cut = await cutsOf(sets, rows, question.fids);
  return rows.map((row) => bucketOf(row, cut(row)));
}

function bucketOf({ site_id, ts, origins, flags, ...row }: Row, cut: Cut): BucketRow {
  const part = (text: string | null) => (text ? cut.take(numbersOf(text)) : undefined);
  const counts = (text: string | null) => {
    const list = part(text);
    return cut.fids.map((_, i) => list?.[i] ?? 1);
  };
  return {
    site_id,
    ts,
    fids: cut.fids,
    avg: cut.take(numbersOf(row.avg)),
    min: part(row.min),
    max: part(row.max),
    cou: part(row.cou),
    n: counts(row.n),
    valid: counts(row.valid),
    expected: counts(row.expected),
    origins: cut.take([...origins] as Source[]),
    flags: flags ? cut.take(flags) : undefined,
  };
}
