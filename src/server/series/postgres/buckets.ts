import type { Db } from '#server/db/pool.ts';
import type { Source } from '#server/series/effective.ts';
import type { BucketRow, BucketsQuestion } from '#server/series/store.ts';
import type { FactorSets } from './factor-sets.ts';
import { readColumns } from './read-columns.ts';
import type { Needs } from './selection.ts';

const coverage = ['n', 'valid', 'expected'] as const;
const extremes = ['min', 'max', 'cou'] as const;
type Part = (typeof coverage | typeof extremes)[number];

export async function buckets(
  db: Db,
  config: Needs,
  sets: FactorSets,
  question: BucketsQuestion,
): Promise<BucketRow[]> {
  const groups = question.extremes === false ? [coverage] : [coverage, extremes];
  const table = `rollup_${question.level}`;
  const [waterOf, columns] = await Promise.all([
    question.level === 'hour' ? undefined : config.waterNeeds(question.site_ids),
    readColumns<Part, Source>(db, sets, table, groups, question),
  ]);
  const { site_ids, times, fids, avg, flags, origins, parts } = columns;
  const counts = (part: Part, at: number) => parts[part]?.[at] as number[] | undefined;
  // Written out field by field: spreading objects for each row of a year would cost more than reading them.
  return site_ids.map((site_id, at) => ({
    site_id,
    ts: times[at] ?? '',
    fids: fids[at] ?? [],
    avg: avg[at] ?? [],
    min: parts.min?.[at],
    max: parts.max?.[at],
    cou: parts.cou?.[at],
    n: counts('n', at),
    valid: counts('valid', at),
    expected: counts('expected', at),
    origins: origins[at] ?? [],
    flags: flags[at],
    water: waterOf?.get(site_id),
  }));
}
