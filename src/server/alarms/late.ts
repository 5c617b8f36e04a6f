import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { bySite } from '#server/series/by-site.ts';
import { openEpisodes, type SiteState } from '#shared/domain/alarm-checks.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { SiteChecks } from './checks.ts';
import type { EpisodeRecord } from './episodes.ts';
import { erasOf, type PastRules, readPastRules } from './eras.ts';
import { Fingerprints } from './fingerprints.ts';
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
import {
  type Again,
  beginnings,
  type LateLine,
  rowsOf,
  type SoFar,
  type Stored,
  storedSince,
  together,
} from './late-read.ts';
import { fidsOf, type ReadingSource, type SiteRow } from './rows.ts';
import type { AlarmSetup } from './setup.ts';

/** Changes that make the stored episodes match the values. */
export interface Corrections {
  /** Stored episodes that did not happen. */
  gone: readonly Stored[];
  /** Stored episodes that were different. */
  changed: readonly { alarm_id: number; record: EpisodeRecord }[];
  /** Episodes that were not stored. */
  added: readonly EpisodeRecord[];
}

export interface Rejudged<L> {
  line: L;
  state: SiteState;
  corrections: Corrections;
}

/**
 * Re-evaluates sites whose past values have changed; all of one data type. Nobody is notified: the changes are past, or
 * people know already.
 */
export async function rejudge<L extends SoFar>(
  app: Pick<App, 'pool' | 'series'>,
  setup: AlarmSetup,
  checks: SiteChecks,
  late: readonly LateLine<L>[],
): Promise<Rejudged<L>[]> {
  const again = await beginnings(app.pool, late, checks);
  const stored = bySite(await storedSince(app.pool, again));
  const rejudged: Rejudged<L>[] = [];
  for (const group of together(again)) {
    const runs = group.map(runOf);
    for await (const rows of stretches(app.series, runs)) {
      const going = runs.filter(({ isOver }) => !isOver);
      const lines = going.map(({ line }) => line);
      const past = await readPastRules(app.pool, setup, lines, rows);
      for (const run of going) goOn(setup, checks, run, rows.get(run.line.site.site_id) ?? [], past);
    }
    for (const run of runs) rejudged.push(outcomeOf(run, stored.get(run.line.site.site_id) ?? []));
  }
  return rejudged;
}

/** A re-evaluation under way. */
interface Run<L> extends Again<L> {
  again: Line;
  fingerprints: Fingerprints;
  records: Map<string, EpisodeRecord>;
  isOver: boolean;
  /** From this time on everything is unchanged. */
  metAt?: number;
}

function runOf<L extends SoFar>(one: Again<L>): Run<L> {
  const { site, data_type } = one.line;
  const again = { site, data_type, state: {} };
  return { ...one, again, fingerprints: new Fingerprints(), records: new Map(), isOver: false };
}

/** The first part reaches this far beyond the last changed value; each following part is twice as long. */
const FIRST_REACH_MS = DAY_MS;

/** Values by site, part by part, as long as some site needs more; few if the changes have little effect. */
async function* stretches<L extends SoFar>(
  series: ReadingSource,
  runs: readonly Run<L>[],
): AsyncGenerator<Map<number, SiteRow[]>> {
  const upto = Math.max(...runs.map(({ line }) => line.upto));
  const last = Math.max(...runs.map((run) => run.last));
  let after = Math.min(...runs.map(({ from }) => from)) - 1;
  for (let reach = FIRST_REACH_MS; after < upto && runs.some(({ isOver }) => !isOver); reach *= 2) {
    const to = Math.min(last + reach, upto);
    yield bySite(
      await rowsOf(
        series,
        runs.filter(({ isOver }) => !isOver),
        { after, to },
      ),
    );
    after = to;
  }
}

function goOn<L extends SoFar>(
  setup: AlarmSetup,
  checks: SiteChecks,
  run: Run<L>,
  rows: readonly SiteRow[],
  past: PastRules,
): void {
  const { line, again, records } = run;
  // Without values there is nothing to evaluate.
  if (rows.length === 0) return;
  const isAsBefore = (at: number, state: SiteState) => {
    const passed = run.fingerprints.pass(at, state);
    return passed !== undefined && passed.time > run.last && line.fingerprints.has(passed.time, passed.print);
  };
  for (const era of erasOf(setup, checks, line, rows, past)) {
    for (const key of leaveUnasked(again, era.asked)) records.delete(key);
    const judged = judgeRows(setup, era.checks, again, era.rows, () => false, isAsBefore);
    for (const [key, record] of judged.records) records.set(key, withSteps(record, records.get(key)));
    // An open episode has progressed since it was raised.
    for (const open of progressOf(again, era.checks.of(line.site, line.data_type, fidsOf(era.rows))))
      records.set(recordKey(open), withSteps(open, records.get(recordKey(open))));
    if (judged.stoppedAt === undefined) continue;
    run.isOver = true;
    run.metAt = judged.stoppedAt;
    return;
  }
}

function outcomeOf<L extends SoFar>(run: Run<L>, stored: readonly Stored[]): Rejudged<L> {
  const { line, again, metAt } = run;
  line.fingerprints.replace(run.from, metAt ?? Number.POSITIVE_INFINITY, run.fingerprints);
  const found = [...run.records.values()];
  if (metAt !== undefined) {
    // Episodes that are open at that time, and later ones, stay as stored.
    const open = new Set(openEpisodes(again.state).map(({ key, episode }) => `${key} ${episode.from}`));
    const isOpen = (one: EpisodeRecord | Stored) => open.has(`${stateKeyOf(one)} ${one.from}`);
    const corrections = compare(
      found.filter((record) => !isOpen(record)),
      stored.filter((one) => one.raised < metAt && !isOpen(one)),
    );
    return { line, state: line.state, corrections };
  }
  const corrections = compare(found, stored);
  keepUntold(line.state, again, corrections);
  return { line, state: again.state, corrections };
}

function withSteps(record: EpisodeRecord, before: EpisodeRecord | undefined): EpisodeRecord {
  return { ...record, steps: [...(before?.steps ?? []), ...record.steps] };
}

/**
 * Keeps, for episodes that were open before, whether people were notified. Newly found ones are marked as not notified.
 */
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

/** Overlapping episodes of the same identity are the same episode: what people entered about it stays. */
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

/** Stored before anything else of the same round: episodes that end make room for open ones. */
export async function storeCorrections(db: Db, all: readonly Corrections[], now: Date): Promise<void> {
  const gone = all.flatMap((one) => one.gone);
  const changed = all.flatMap((one) => one.changed);
  if (gone.length > 0) await storeGone(db, gone, now);
  // Ended ones first, for the same reason.
  for (const isOpen of [false, true]) {
    const some = changed.filter(({ record }) => (record.to === null) === isOpen);
    if (some.length > 0) await storeChanged(db, some, now);
  }
}

async function storeGone(db: Db, gone: Corrections['gone'], now: Date): Promise<void> {
  await db.run(sql`
    with was as (
      update alarm set ended_at = coalesce(ended_at, raised_at), end_reason = 'corrected',
                       closed_at = coalesce(closed_at, ${now})
       where alarm_id = any(${gone.map(({ alarm_id }) => alarm_id)}::bigint[])
      returning alarm_id, level)
    insert into alarm_step (alarm_id, at, did, level) select alarm_id, ${now}, 'corrected', level from was`);
}

async function storeChanged(db: Db, changed: Corrections['changed'], now: Date): Promise<void> {
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
  await db.run(sql`
      with was as (
        update alarm a set level = i.level, from_at = i.from_at, raised_at = i.raised_at, ended_at = i.ended_at,
                           end_reason = case when i.ended_at is not null then 'recovered' end,
                           closed_at = case when i.ended_at is not null then coalesce(a.closed_at, ${now}) end,
                           peak = i.peak, last_value = i.last_value, values_count = i.values_count
          from jsonb_to_recordset(${json(rows)}::jsonb)
                 as i (alarm_id bigint, level text, from_at timestamptz, raised_at timestamptz, ended_at timestamptz,
                       peak double precision, last_value double precision, values_count integer)
         where a.alarm_id = i.alarm_id
        returning a.alarm_id, a.level)
      insert into alarm_step (alarm_id, at, did, level) select alarm_id, ${now}, 'corrected', level from was`);
}
