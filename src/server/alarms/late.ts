import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { openEpisodes, type SiteState } from '#shared/domain/alarm-checks.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { SiteChecks } from './checks.ts';
import type { EpisodeRecord } from './episodes.ts';
import { erasOf } from './eras.ts';
import {
  isUntold,
  judgeRows,
  type Line,
  leaveUnasked,
  noteUntold,
  progressOf,
  recordKey,
  stateKeyOf,
  stateSideOf,
} from './judge.ts';
import { fidsOf, readRows } from './rows.ts';
import type { AlarmSetup } from './setup.ts';

/** An episode on record. */
interface Stored
  extends Pick<
    EpisodeRecord,
    'kind' | 'component_id' | 'side' | 'level' | 'from' | 'raised' | 'to' | 'peak' | 'count'
  > {
  alarm_id: number;
  /** It ended with its standard, or began before what is judged anew: it stays as it is. */
  fixed: boolean;
}

/** What must be written down, so that what is on record is what the values come to. */
export interface Corrections {
  /** Never were. */
  gone: readonly Stored[];
  /** Were otherwise. */
  changed: readonly { alarm_id: number; record: EpisodeRecord }[];
  /** Were, and nobody knew. */
  added: readonly EpisodeRecord[];
}

/**
 * What the values of a site come to, now that some of them are others than were judged. Nobody is told: whatever is
 * different is past, or was told of already.
 */
export async function rejudge(
  app: Pick<App, 'pool' | 'series'>,
  setup: AlarmSetup,
  checks: SiteChecks,
  line: Line & { upto: number },
  first: number,
): Promise<{ state: SiteState; corrections: Corrections }> {
  const { site, data_type } = line;
  const from = await beginning(app.pool, line, first, checks.patienceMs(site, data_type));
  const rows = await readRows(app.series, data_type, [site.site_id], new Date(from), new Date(line.upto));
  const eras = await erasOf(app.pool, setup, checks, line, rows);
  const again: Line = { site, data_type, state: {} };
  const found = new Map<string, EpisodeRecord>();
  for (const era of eras) {
    for (const key of leaveUnasked(again, era.asked)) found.delete(key);
    const { records } = judgeRows(setup, era.checks, again, era.rows, () => false);
    for (const [key, record] of records) found.set(key, withSteps(record, found.get(key)));
    // What is still open has gone further since it was raised.
    for (const open of progressOf(again, era.checks.of(site, data_type, fidsOf(era.rows))))
      found.set(recordKey(open), withSteps(open, found.get(recordKey(open))));
  }
  const corrections = compare([...found.values()], await storedSince(app.pool, line, from));
  keepUntold(line.state, again, corrections);
  return { state: again.state, corrections };
}

function withSteps(record: EpisodeRecord, before: EpisodeRecord | undefined): EpisodeRecord {
  return { ...record, steps: [...(before?.steps ?? []), ...record.steps] };
}

/** Of an episode that was open already people know, or do not know, as before. Of one that only shows now they do not. */
function keepUntold(before: SiteState, { state }: Line, { added }: Corrections): void {
  const fresh = new Set(
    added.filter(({ to }) => to === null).map((one) => `${stateKeyOf(one)} ${stateSideOf(one)}`),
  );
  for (const { key, episode } of openEpisodes(state)) {
    const known = state[key];
    if (known && !fresh.has(`${key} ${episode.side}`))
      noteUntold(known, episode.side, isUntold(before[key], episode.side));
  }
}

/** Nothing is judged further back, however long an episode has been open. */
const FURTHEST_MS = 45 * DAY_MS;

/**
 * So long before the first value that changed that every run which it may have broken or made is whole. Not in the
 * middle of an episode either: its start decides on its end.
 */
async function beginning(
  db: Db,
  { site, data_type, upto }: Line & { upto: number },
  first: number,
  patienceMs: number,
): Promise<number> {
  const furthest = Math.min(first, upto - FURTHEST_MS);
  for (let from = first - patienceMs; ; ) {
    if (from <= furthest) return furthest;
    const row = await db.one<{ from_at: string | null }>(sql`
      select min(from_at) as from_at from alarm
       where site_id = ${site.site_id} and data_type = ${data_type} and from_at < ${new Date(from)}
         and (ended_at is null or ended_at >= ${new Date(from)}) and end_reason is distinct from 'corrected'`);
    if (!row?.from_at) return from;
    from = Date.parse(row.from_at) - patienceMs;
  }
}

async function storedSince(db: Db, { site, data_type }: Line, from: number): Promise<Stored[]> {
  const rows = await db.rows<
    Omit<Stored, 'from' | 'raised' | 'to'> & { from_at: string; raised_at: string; ended_at: string | null }
  >(sql`
    select alarm_id, kind, component_id, side, level, from_at, raised_at, ended_at, peak, values_count as count,
           from_at < ${new Date(from)} or end_reason is not distinct from 'rule_ended' as fixed
      from alarm
     where site_id = ${site.site_id} and data_type = ${data_type}
       and (from_at >= ${new Date(from)} or ended_at is null or ended_at >= ${new Date(from)})
       and end_reason is distinct from 'corrected'
     order by from_at`);
  return rows.map(({ from_at, raised_at, ended_at, ...row }) => ({
    ...row,
    from: Date.parse(from_at),
    raised: Date.parse(raised_at),
    to: ended_at === null ? null : Date.parse(ended_at),
  }));
}

/** Episodes of the same thing that overlap are one and the same: what people did about it stays with it. */
function compare(found: readonly EpisodeRecord[], stored: readonly Stored[]): Corrections {
  const left = new Set(stored);
  const changed: { alarm_id: number; record: EpisodeRecord }[] = [];
  const added: EpisodeRecord[] = [];
  for (const record of found) {
    const known = [...left].find((one) => isOfSame(one, record) && overlap(one, record));
    if (!known) {
      added.push({ ...record, late: true });
      continue;
    }
    left.delete(known);
    if (!known.fixed && !isEqual(known, record)) changed.push({ alarm_id: known.alarm_id, record });
  }
  return { gone: [...left].filter(({ fixed }) => !fixed), changed, added };
}

function isOfSame(a: Stored, b: EpisodeRecord): boolean {
  return a.kind === b.kind && a.component_id === b.component_id && a.side === b.side;
}

function overlap(a: Stored, b: EpisodeRecord): boolean {
  const endOf = ({ from, to }: { from: number; to: number | null }) =>
    to === null ? Number.POSITIVE_INFINITY : Math.max(to, from + 1);
  return a.from < endOf(b) && b.from < endOf(a);
}

function isEqual(a: Stored, b: EpisodeRecord): boolean {
  return (['level', 'from', 'raised', 'to', 'peak', 'count'] as const).every((part) => a[part] === b[part]);
}

/** Before anything else of the same round is stored: what ends makes room for what is open. */
export async function storeCorrections(db: Db, { gone, changed }: Corrections, now: Date): Promise<void> {
  await db.run(sql`
    with was as (
      update alarm set ended_at = coalesce(ended_at, raised_at), end_reason = 'corrected',
                       closed_at = coalesce(closed_at, ${now})
       where alarm_id = any(${gone.map(({ alarm_id }) => alarm_id)}::bigint[])
      returning alarm_id, level)
    insert into alarm_step (alarm_id, at, did, level) select alarm_id, ${now}, 'corrected', level from was`);
  const rows = changed.map(({ alarm_id, record }) => ({
    ...{
      alarm_id,
      level: record.level,
      peak: record.peak,
      values_count: record.count,
      last_value: record.last,
    },
    from_at: new Date(record.from),
    raised_at: new Date(record.raised),
    ended_at: record.to === null ? null : new Date(record.to),
  }));
  // Those that end first, for the same reason.
  for (const some of [rows.filter(({ ended_at }) => ended_at), rows.filter(({ ended_at }) => !ended_at)])
    await db.run(sql`
      with was as (
        update alarm a set level = i.level, from_at = i.from_at, raised_at = i.raised_at, ended_at = i.ended_at,
                           end_reason = case when i.ended_at is not null then 'recovered' end,
                           closed_at = case when i.ended_at is not null then coalesce(a.closed_at, ${now}) end,
                           peak = i.peak, last_value = i.last_value, values_count = i.values_count
          from jsonb_to_recordset(${json(some)}::jsonb)
                 as i (alarm_id bigint, level text, from_at timestamptz, raised_at timestamptz, ended_at timestamptz,
                       peak double precision, last_value double precision, values_count integer)
         where a.alarm_id = i.alarm_id
        returning a.alarm_id, a.level)
      insert into alarm_step (alarm_id, at, did, level) select alarm_id, ${now}, 'corrected', level from was`);
}
