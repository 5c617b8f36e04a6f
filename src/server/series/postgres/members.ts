import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import { type ComputedFrom, type Known, ownValue, type Source } from '#server/series/effective.ts';
import type { Member } from '#shared/domain/averaging.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import { counts, isValid } from '#shared/domain/validity.ts';
import { numbersOf } from './arrays.ts';
import type { FactorSets } from './factor-sets.ts';

/** What is known of a bucket, factor by factor. */
export interface Gathered {
  factors: Map<number, Known>;
  /** Minutes of the hour for which there is a minute value of any factor. */
  minutes: Set<number>;
}

type Role = 'own' | 'kept' | ComputedFrom;

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
  /** The place of its bucket in the list of work, from 1. */
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

/** Reads all that these buckets rest on, in the order of the list. */
export async function gather(
  db: Db,
  sets: FactorSets,
  level: Level,
  work: readonly { site_id: number; bucket: Date }[],
): Promise<Gathered[]> {
  const gathered = work.map((): Gathered => ({ factors: new Map(), minutes: new Set() }));
  // Streamed, because a station that sends every second has 3600 rows in an hour.
  for await (const rows of db.stream<SourceRow>(membersQuery(level, work))) {
    const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
    for (const row of rows) {
      const into = gathered[row.place - 1];
      const fids = members.get(row.set_id);
      if (into && fids) addRow(into, fids, row);
    }
  }
  return gathered;
}

function membersQuery(level: Level, work: readonly { site_id: number; bucket: Date }[]): Sql {
  const starts = work.map(({ bucket }) => bucket);
  const ends = starts.map((start) => bucketEnd(level, start));
  const first = new Date(Math.min(...starts.map(Number)));
  const last = new Date(Math.max(...ends.map(Number)));
  const parts = sources[level].map(({ role, table }) => {
    const coverage = table.startsWith('rollup')
      ? sql`r.n::text, r.valid::text, r.expected::text`
      : sql`null as n, null as valid, null as expected`;
    // The outer bounds say the same again, so that the planner leaves out whole partitions.
    return sql`
      select w.place::integer, ${role} as role, extract(epoch from r.ts)::double precision * 1000 as at, r.set_id,
             r.avg::text, r.min::text, r.max::text, r.cou::text, r.flags, r.origins, ${coverage}
        from work w join ${identifier(table)} r on r.site_id = w.site_id and r.ts >= w.starts and r.ts < w.ends
       where r.ts >= ${first} and r.ts < ${last}`;
  });
  return sql`
    with work (site_id, starts, ends, place) as (
      select * from unnest(${work.map(({ site_id }) => site_id)}::integer[], ${starts}::timestamptz[],
                           ${ends}::timestamptz[]) with ordinality)
    ${join(parts, sql` union all `)}`;
}

const MINUTE_MS = 60_000;

function addRow({ factors, minutes }: Gathered, fids: readonly number[], row: SourceRow): void {
  const { role, at, flags, origins } = row;
  const [avg, min, max, cou] = [row.avg, row.min, row.max, row.cou].map((text) => numbersOf(text));
  const [n, valid, expected] = [row.n, row.valid, row.expected].map((text) => numbersOf(text));
  if (role === 'n') minutes.add(Math.floor(at / MINUTE_MS) % 60);
  for (const [i, fid] of fids.entries()) {
    const known = factors.get(fid) ?? { members: {} };
    factors.set(fid, known);
    const values = {
      value: avg?.[i] ?? null,
      min: min?.[i] ?? null,
      max: max?.[i] ?? null,
      cou: cou?.[i] ?? null,
    };
    const flag = flags?.[i] ?? '';
    const origin = origins?.[i] ?? 'l';
    const coverage = { n: n?.[i] ?? 1, valid: valid?.[i] ?? 1, expected: expected?.[i] ?? 1 };
    switch (role) {
      case 'own':
        known.own = ownValue(values, flag, origin);
        break;
      case 'kept':
        known.kept = { ...values, ...coverage, origin: origin as Source, flag };
        break;
      case 'n':
      case 't':
        addMember(known, role, { ...values, at, counts: counts(flag, origin) });
        break;
      case 'h':
        addMember(known, role, { ...values, at, counts: isValid('hour', coverage) });
        break;
      case 'y':
        addMember(known, role, { ...values, at, counts: isValid('day', coverage) });
        break;
    }
  }
}

function addMember({ members }: Known, from: ComputedFrom, member: Member): void {
  const list = members[from];
  if (list) list.push(member);
  else members[from] = [member];
}
