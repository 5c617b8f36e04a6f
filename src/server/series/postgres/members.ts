import { numbersOf, plainColumn } from '#server/db/arrays.ts';
import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import type { SumRules } from '#server/series/config.ts';
import { addRow, type Gathered, nothingOf, type Role, type SiteBucket } from '#server/series/gathered.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import type { FactorSets } from './factor-sets.ts';
import { boundsOf } from './rollup-rows.ts';

const sources: Record<Level, readonly { role: Role; table: string }[]> = {
  hour: [
    { role: 'own', table: 'reading_hour' },
    { role: 'n', table: 'reading_minute' },
    { role: 't', table: 'reading_realtime' },
    { role: 'kept', table: 'rollup_hour' },
  ],
  day: [
    { role: 'own', table: 'reading_day' },
    { role: 'h', table: 'rollup_hour' },
  ],
  month: [{ role: 'y', table: 'rollup_day' }],
};

interface SourceRow {
  /** Number of its bucket, from 1. */
  place: number;
  role: Role;
  at: number;
  set_id: number;
  avg: string;
  min: string | null;
  max: string | null;
  cou: string | null;
  flags: string[] | null;
  origins: string | null;
  n: string | null;
  valid: string | null;
  expected: string | null;
}

const BATCH = 250;

/** Reads everything these buckets are computed from. */
export async function gather(
  db: Db,
  sets: FactorSets,
  level: Level,
  buckets: readonly SiteBucket[],
  rules: SumRules,
): Promise<Gathered[]> {
  if (buckets.length === 0) return [];
  const gathered = buckets.map(nothingOf);
  // Streamed, because a station that sends every second has 3600 rows an hour; in small batches, so that packets are
  // answered in between.
  for await (const rows of db.stream<SourceRow>(membersQuery(level, buckets), BATCH)) {
    const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
    for (const row of rows) {
      const into = gathered[row.place - 1];
      const fids = members.get(row.set_id);
      if (into && fids) addRow(into, { ...row, ...numbersIn(row), fids }, rules);
    }
  }
  return gathered;
}

function numbersIn({ avg, min, max, cou, n, valid, expected }: SourceRow) {
  return {
    avg: numbersOf(avg),
    min: numbersOf(min),
    max: numbersOf(max),
    cou: numbersOf(cou),
    n: numbersOf(n),
    valid: numbersOf(valid),
    expected: numbersOf(expected),
  };
}

function membersQuery(level: Level, buckets: readonly SiteBucket[]): Sql {
  const { first, last } = boundsOf(level, buckets);
  const parts = sources[level].map(({ role, table }) => {
    const coverage = table.startsWith('rollup')
      ? sql`r.n::text, r.valid::text, r.expected::text`
      : sql`null as n, null as valid, null as expected`;
    // `offset 0` forces one index lookup per bucket, even if the planner misjudges new partitions.
    return sql`
      select w.place::integer, ${role} as role, extract(epoch from r.ts)::double precision * 1000 as at, r.set_id,
             r.avg::text, r.min::text, r.max::text, r.cou::text, r.flags, r.origins, ${coverage}
        from work w,
             lateral (select * from ${identifier(table)}
                       where site_id = w.site_id and ts >= w.starts and ts < w.ends
                         and ts >= ${first} and ts < ${last} offset 0) r`;
  });
  return sql`
    with work (site_id, starts, ends, place) as (
      select * from unnest(${plainColumn(buckets, ({ site_id }) => site_id)}::integer[],
                           ${plainColumn(buckets, ({ bucket }) => bucket)}::timestamptz[],
                           ${plainColumn(buckets, ({ bucket }) => bucketEnd(level, bucket))}::timestamptz[])
                    with ordinality)
    ${join(parts, sql` union all `)}`;
}
