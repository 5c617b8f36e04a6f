import type { Db } from '#server/db/pool.ts';
import { identifier, join, type Sql, sql } from '#server/db/sql.ts';
import { type ComputedFrom, type Known, ownValue, type Source } from '#server/series/effective.ts';
import type { ValueRules } from '#server/series/value-rules.ts';
import type { Member } from '#shared/domain/averaging.ts';
import { bucketEnd, type Level } from '#shared/domain/buckets.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { countedValue, counts, isValid, type WaterNeeds } from '#shared/domain/validity.ts';
import { numbersOf, plainColumn } from './arrays.ts';
import type { FactorSets } from './factor-sets.ts';
import type { SiteBucket } from './marks.ts';
import { boundsOf } from './rollup-rows.ts';

/** What is known of a bucket, factor by factor. */
export interface Gathered extends SiteBucket {
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
  /** Which bucket it belongs to, from 1. */
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

/** By what a value enters a longer period at a site. */
export interface EnterRules {
  /** Flags that count. */
  counting: ReadonlySet<string>;
  /** Of a water station. */
  water?: WaterNeeds | undefined;
}

/** Reads all that these buckets rest on. `ruleOf` tells which values of a factor count. */
export async function gather(
  db: Db,
  sets: FactorSets,
  level: Level,
  buckets: readonly SiteBucket[],
  rulesOf: (site_id: number) => EnterRules,
  ruleOf: ValueRules,
): Promise<Gathered[]> {
  const gathered = buckets.map((bucket): Gathered => ({ ...bucket, factors: new Map(), minutes: new Set() }));
  // Streamed, because a station that sends every second has 3600 rows in an hour; in small batches, because packets
  // are answered between them.
  for await (const rows of db.stream<SourceRow>(membersQuery(level, buckets), BATCH)) {
    const members = await sets.membersOf(rows.map(({ set_id }) => set_id));
    for (const row of rows) {
      const into = gathered[row.place - 1];
      const fids = members.get(row.set_id);
      if (into && fids) addRow(into, fids, row, rulesOf(into.site_id), ruleOf);
    }
  }
  return gathered;
}

function membersQuery(level: Level, buckets: readonly SiteBucket[]): Sql {
  const { first, last } = boundsOf(level, buckets);
  const parts = sources[level].map(({ role, table }) => {
    const coverage = table.startsWith('rollup')
      ? sql`r.n::text, r.valid::text, r.expected::text`
      : sql`null as n, null as valid, null as expected`;
    // One look into the index for each bucket, whatever the planner thinks of fresh partitions: see `offset 0`.
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

function addRow(
  { site_id, factors, minutes }: Gathered,
  fids: readonly number[],
  row: SourceRow,
  rules: EnterRules,
  ruleOf: ValueRules,
): void {
  const { role, at, flags, origins } = row;
  const [avg, min, max, cou] = [row.avg, row.min, row.max, row.cou].map((text) => numbersOf(text));
  const [n, valid, expected] = [row.n, row.valid, row.expected].map((text) => numbersOf(text));
  if (role === 'n' && origins?.[0] !== 'v') minutes.add(Math.floor(at / MINUTE_MS) % 60);
  fids.forEach((fid, i) => {
    const known = knownOf(factors, fid);
    const flag = flags?.[i] ?? '';
    const origin = origins?.[i] ?? 'l';
    const coverage = { n: n?.[i] ?? 1, valid: valid?.[i] ?? 1, expected: expected?.[i] ?? 1 };
    const rule = ruleOf(site_id, fid);
    const counted = (value: number | null | undefined) =>
      typeof value === 'number' ? countedValue(value, rule) : null;
    const sent = avg?.[i] ?? null;
    const value = counted(sent);
    const isOutside = sent !== null && value === null;
    const member: Member = {
      at,
      // An invalid value is shown as it came.
      value: value ?? sent,
      min: counted(min?.[i]),
      max: counted(max?.[i]),
      cou: cou?.[i] ?? null,
      counts: !isOutside && enters(role, flag, origin, coverage, rules),
    };
    const outside = isOutside ? { valid: 0 } : {};
    if (role === 'own') known.own = { ...ownValue(member, flag, origin, rules.counting), ...outside };
    else if (role === 'kept')
      known.kept = { ...member, ...coverage, ...outside, origin: origin as Source, flag };
    // What was made of each minute stands among the minutes already.
    else if (role !== 't' || origin !== 'v') addMember(known, origin === 'v' ? 'v' : role, member);
  });
}

function addMember({ members }: Known, from: ComputedFrom, member: Member): void {
  const others = members[from];
  if (others) others.push(member);
  else members[from] = [member];
}

function knownOf(factors: Map<number, Known>, fid: number): Known {
  const known = factors.get(fid) ?? { members: {} };
  factors.set(fid, known);
  return known;
}

/** A value enters an hour by its flag; an hour enters its day, and a day its month, when it is valid. */
function enters(
  role: Role,
  flag: string,
  origin: string,
  coverage: { valid: number; expected: number },
  { counting, water }: EnterRules,
): boolean {
  if (role === 'h') return isValid('hour', coverage);
  if (role === 'y') return isValid('day', { ...coverage, water });
  return counts(flag, origin, counting);
}
