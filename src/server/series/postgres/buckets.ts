import type { Db } from '#server/db/pool.ts';
import type { Source } from '#server/series/effective.ts';
import type { BucketRow, BucketsQuestion } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';
import { readColumns } from './read-columns.ts';

const judged = ['n', 'valid', 'expected'] as const;
const all = [...judged, 'min', 'max', 'cou'] as const;
type Part = (typeof all)[number];

export async function buckets(db: Db, sets: FactorSets, question: BucketsQuestion): Promise<BucketRow[]> {
  const parts: readonly Part[] = question.extremes === false ? judged : all;
  const table = `rollup_${question.level}`;
  const columns = await readColumns<Part, Source>(db, sets, table, parts, question);
  const { site_ids, times, fids, flags, origins, lists } = columns;
  const counts = (part: Part, at: number) => lists[part]?.[at] as number[] | undefined;
  // Written out: spreading objects for each of a year's rows would cost more than reading them.
  return site_ids.map((site_id, at) => ({
    site_id,
    ts: times[at] ?? '',
    fids: fids[at] ?? [],
    avg: lists.avg[at] ?? [],
    min: lists.min?.[at],
    max: lists.max?.[at],
    cou: lists.cou?.[at],
    n: counts('n', at),
    valid: counts('valid', at),
    expected: counts('expected', at),
    origins: origins[at] ?? [],
    flags: flags[at],
  }));
}
