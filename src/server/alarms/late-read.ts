import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { SiteChecks } from './checks.ts';
import type { EpisodeRecord } from './episodes.ts';
import type { Fingerprints } from './fingerprints.ts';
import type { Line } from './judge.ts';
import { type ReadingSource, readRows, type SiteRow } from './rows.ts';

/** A state that is evaluated up to some time. */
export interface SoFar extends Line {
  upto: number;
  fingerprints: Fingerprints;
}

/** A site with changed values in the part that is already evaluated. */
export interface LateLine<L = SoFar> {
  line: L;
  /** Times of the first and last changed value. */
  first: number;
  last: number;
}

/** A stored episode. */
export interface Stored
  extends Pick<
    EpisodeRecord,
    'kind' | 'component_id' | 'side' | 'level' | 'from' | 'raised' | 'to' | 'peak' | 'count'
  > {
  alarm_id: number;
  /** Cannot change: it ended with its rule, or began before the re-evaluation. */
  fixed: boolean;
}

/** Limit of a re-evaluation, however long an episode has been open. */
const FURTHEST_MS = 45 * DAY_MS;

/** A state, the time from which it is evaluated again, and the time of its last changed value. */
export interface Again<L = SoFar> {
  line: L;
  from: number;
  last: number;
}

/**
 * Start times of the re-evaluation: early enough that every run which the changed values may affect is complete, and
 * not inside an episode, because its start decides its end.
 */
export async function beginnings<L extends SoFar>(
  db: Db,
  late: readonly LateLine<L>[],
  checks: SiteChecks,
): Promise<Again<L>[]> {
  const settled: Again<L>[] = [];
  let open = late.map(({ line, first, last }) => ({
    ...{ line, last },
    patienceMs: checks.patienceMs(line.site, line.data_type),
    furthest: Math.min(first, line.upto - FURTHEST_MS),
    from: first - checks.patienceMs(line.site, line.data_type),
  }));
  while (open.length > 0) {
    const begun = await openSince(db, open);
    const further: typeof open = [];
    for (const one of open) {
      const since = begun.get(one.line.site.site_id);
      const { line, last } = one;
      if (one.from <= one.furthest) settled.push({ line, last, from: one.furthest });
      else if (since === undefined) settled.push({ line, last, from: one.from });
      else further.push({ ...one, from: since - one.patienceMs });
    }
    open = further;
  }
  return settled;
}

/** By site, the earliest start of the episodes that were open at these times. */
async function openSince(db: Db, lines: readonly Again[]): Promise<Map<number, number>> {
  const rows = await db.rows<{ site_id: number; from_at: string }>(sql`
    select a.site_id, min(a.from_at) as from_at
      from ${asked(lines)}
      join alarm a on a.site_id = i.site_id and a.data_type = i.data_type and a.from_at < i.since
       and (a.ended_at is null or a.ended_at >= i.since) and a.end_reason is distinct from 'corrected'
     group by a.site_id`);
  return new Map(rows.map(({ site_id, from_at }) => [site_id, Date.parse(from_at)]));
}

function asked(lines: readonly Again[]) {
  return sql`unnest(${lines.map(({ line }) => line.site.site_id)}::integer[],
                    ${lines.map(({ line }) => line.data_type)}::text[],
                    ${lines.map(({ from }) => new Date(from))}::timestamptz[]) as i (site_id, data_type, since)`;
}

export async function storedSince(
  db: Db,
  lines: readonly Again[],
): Promise<(Stored & { site_id: number })[]> {
  const rows = await db.rows<
    Omit<Stored, 'from' | 'raised' | 'to'> & {
      site_id: number;
      from_at: string;
      raised_at: string;
      ended_at: string | null;
    }
  >(sql`
    select a.site_id, a.alarm_id, a.kind, a.component_id, a.side, a.level, a.from_at, a.raised_at, a.ended_at, a.peak,
           a.values_count as count,
           a.from_at < i.since or a.end_reason is not distinct from 'rule_ended' as fixed
      from ${asked(lines)}
      join alarm a on a.site_id = i.site_id and a.data_type = i.data_type
       and (a.from_at >= i.since or a.ended_at is null or a.ended_at >= i.since)
       and a.end_reason is distinct from 'corrected'
     order by a.from_at`);
  return rows.map(({ from_at, raised_at, ended_at, ...row }) => ({
    ...row,
    from: Date.parse(from_at),
    raised: Date.parse(raised_at),
    to: ended_at === null ? null : Date.parse(ended_at),
  }));
}

/** Most sites per query: each may have days of values. */
const SITES_AT_ONCE = 100;
/** Sites within this time of each other are read together. */
const NEAR_MS = 10 * MINUTE_MS;

/** Groups of sites whose values are read together: they begin and end at about the same time. */
export function together<L extends SoFar>(lines: readonly Again<L>[]): Again<L>[][] {
  const groups: Again<L>[][] = [];
  for (const one of lines.toSorted((a, b) => a.from - b.from || a.line.upto - b.line.upto)) {
    const group = groups.at(-1);
    const isNear =
      group?.[0] &&
      group.length < SITES_AT_ONCE &&
      one.from - group[0].from <= NEAR_MS &&
      Math.abs(one.line.upto - group[0].line.upto) <= NEAR_MS;
    if (isNear) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Values of these sites after one time and up to another. */
export async function rowsOf(
  series: ReadingSource,
  group: readonly Again[],
  { after, to }: { after: number; to: number },
): Promise<SiteRow[]> {
  const spans = new Map(group.map(({ line, from }) => [line.site.site_id, { from, upto: line.upto }]));
  const [data_type] = group.map(({ line }) => line.data_type);
  if (!data_type) return [];
  const rows = await readRows(series, data_type, [...spans.keys()], new Date(after + 1), new Date(to));
  return rows.filter(({ site_id, at }) => {
    const span = spans.get(site_id);
    return span !== undefined && at >= span.from && at <= span.upto;
  });
}
