import type { Db } from '#server/db/pool.ts';
import type { Source } from '#server/series/effective.ts';
import type { BucketRow, BucketsQuestion } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';
import { readRows } from './read-rows.ts';

const judged = ['avg', 'n', 'valid', 'expected'] as const;
const all = [...judged, 'min', 'max', 'cou'] as const;
type Part = (typeof all)[number];

export async function buckets(db: Db, sets: FactorSets, question: BucketsQuestion): Promise<BucketRow[]> {
  const { level, extremes = true } = question;
  const parts: readonly Part[] = extremes ? all : judged;
  const rows = await readRows<Part, Source>(db, sets, `rollup_${level}`, parts, question);
  // Written out: spreading objects for each of a year's rows would cost more than reading them.
  return rows.map(({ site_id, ts, fids, flags, origins = [], lists }) => {
    const { avg = [], min, max, cou } = lists;
    const { n, valid, expected } = lists as Pick<BucketRow, 'n' | 'valid' | 'expected'>;
    return { site_id, ts, fids, avg, min, max, cou, n, valid, expected, origins, flags };
  });
}
