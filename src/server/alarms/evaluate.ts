import type { DataType } from '#protocol/commands.ts';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { NEWS_REACH_MS } from '#server/series/news-reach.ts';
import type { News } from '#server/series/store.ts';
import type { SiteState } from '#shared/domain/alarm-checks.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { periodMs, SiteChecks } from './checks.ts';
import { type EpisodeRecord, type Identity, storeEpisodes, tellAfterAll } from './episodes.ts';
import { Fingerprints } from './fingerprints.ts';
import { judgeRows, type Line, progressOf, recordKey } from './judge.ts';
import { type Corrections, rejudge, storeCorrections } from './late.ts';
import { fidsOf, readRows, type SiteRow } from './rows.ts';
import { type AlarmSetup, readSetup } from './setup.ts';

/**
 * Rows of news that are evaluated together. Few, for two reasons: a real-time value that rings waits for the round
 * before it, and a round must be short in comparison with the longest rest that follows it while packets wait.
 */
export const AT_ONCE = 10;
/**
 * If nothing happens, the state of a site is saved this rarely; after a restart the values since then are evaluated
 * again.
 */
const SAVE_AFTER_MS = 10 * MINUTE_MS;
/** The progress of an open episode is saved more often, because people look at it. */
const PROGRESS_MS = 30_000;
/** Largest age of a value (from the end of its period) that people are still notified of. */
const freshMs: Record<DataType, number> = {
  realtime: 15 * MINUTE_MS,
  minute: 30 * MINUTE_MS,
  hour: 3 * HOUR_MS,
  day: 36 * HOUR_MS,
};

/**
 * Phase of a site, 0 to 1, that spreads periodic saves. Stations that come back together would otherwise be saved
 * together from then on and delay notifications.
 */
const phaseOf = ({ site_id }: { site_id: number }) => (site_id % 30) / 30;

export type Evaluating = Pick<App, 'pool' | 'series' | 'now' | 'log'>;

interface Kept extends Line {
  /** All values up to this time are evaluated. */
  upto: number;
  /** The same for the stored state. */
  saved: number;
  progressAt: number;
  fingerprints: Fingerprints;
}

/** News of a site and a data type. */
interface SiteNews {
  site_id: number;
  data_type: DataType;
  times: number[];
  resupplied: boolean;
}

/** What one round stores. */
interface Outcome {
  corrections: Corrections[];
  /** One per episode. */
  records: Map<string, EpisodeRecord>;
  confirmed: (Identity & { from: number })[];
  states: Map<string, Kept>;
}

/**
 * Evaluates values in the order of the news from the store. The state of a site is stored in one transaction with the
 * episodes that it opens and closes, and the news is deleted afterwards: after an interruption the same values are
 * evaluated again from the same state, with the same result.
 */
export class Evaluator {
  private readonly lines = new Map<string, Kept>();
  private checks: SiteChecks;
  /** Sites that appear in the news but do not exist any more. */
  private readonly gone = new Set<number>();
  private setup: AlarmSetup;
  private readonly app: Evaluating;
  /** Called in the transaction that stores; rejects if another server has taken over. */
  private readonly guard: (db: Db) => Promise<void>;

  constructor(app: Evaluating, setup: AlarmSetup, guard: (db: Db) => Promise<void> = async () => {}) {
    this.app = app;
    this.setup = setup;
    this.checks = new SiteChecks(setup);
    this.guard = guard;
  }

  use(setup: AlarmSetup): void {
    this.setup = setup;
    this.checks = new SiteChecks(setup);
    for (const [key, line] of this.lines) {
      const site = setup.site(line.site.site_id);
      if (site) line.site = site;
      else this.lines.delete(key);
      // With other rules the same state may lead to a different result.
      line.fingerprints.clear();
    }
  }

  /**
   * Drops states that others have changed, so that they are read again. Values beyond the stored state are evaluated
   * again.
   */
  forget(lines: readonly { site_id: number; data_type: string | null }[]): void {
    for (const line of lines) this.lines.delete(lineKey(line));
  }

  /** Evaluates some news; returns the number of rows. */
  async step(): Promise<number> {
    const news = await this.app.series.news(AT_ONCE);
    if (news.length === 0) return 0;
    try {
      await this.judge(heardIn(news));
    } catch (error) {
      // The state in memory may be ahead of what was stored.
      this.lines.clear();
      throw error;
    }
    await this.app.series.forgetNews(news.map(({ news_id }) => news_id));
    return news.length;
  }

  private async judge(heard: readonly SiteNews[]): Promise<void> {
    const now = this.app.now();
    const outcome: Outcome = { corrections: [], records: new Map(), confirmed: [], states: new Map() };
    await this.meet(heard);
    for (const data_type of ['realtime', 'minute', 'hour', 'day'] as const) {
      const ofType = heard.filter((one) => one.data_type === data_type && this.isJudged(one, now));
      if (ofType.length === 0) continue;
      await this.open(ofType, data_type);
      await this.again(ofType, now, outcome);
      await this.forward(ofType, data_type, now, outcome);
    }
    await this.save(outcome, now);
  }

  /** Reloads the configuration for sites that are unknown here; a site that does not exist is looked up once. */
  private async meet(heard: readonly SiteNews[]): Promise<void> {
    const isStranger = (site_id: number) => !this.setup.site(site_id) && !this.gone.has(site_id);
    if (!heard.some(({ site_id }) => isStranger(site_id))) return;
    this.use(await readSetup(this.app.pool));
    for (const { site_id } of heard) if (isStranger(site_id)) this.gone.add(site_id);
  }

  private isJudged({ site_id, times }: SiteNews, now: Date): boolean {
    const site = this.setup.site(site_id);
    return site !== undefined && !site.virtual_data && Math.max(...times) > now.getTime() - NEWS_REACH_MS;
  }

  /** Loads the states of these sites; a new site starts with an empty one. */
  private async open(heard: readonly SiteNews[], data_type: DataType): Promise<void> {
    const unknown = heard.filter((one) => !this.lines.has(lineKey(one)));
    if (unknown.length === 0) return;
    const stored = await this.app.pool.rows<{ site_id: number; upto: string; state: SiteState }>(sql`
      select site_id, upto, state from alarm_state
       where data_type = ${data_type} and site_id = any(${unknown.map(({ site_id }) => site_id)})`);
    const found = new Map(stored.map((row) => [row.site_id, row]));
    for (const one of unknown) {
      const site = this.setup.site(one.site_id);
      if (!site) continue;
      const known = found.get(one.site_id);
      const upto = known ? Date.parse(known.upto) : Math.min(...one.times) - 1;
      const state = known?.state ?? {};
      // A new state is stored at once: another server that takes over must know where it began.
      const saved = known ? upto : Number.NEGATIVE_INFINITY;
      this.lines.set(lineKey(one), {
        ...{ site, data_type, state, upto, saved, progressAt: 0 },
        fingerprints: new Fingerprints(upto),
      });
    }
  }

  /** Late or changed values: evaluates the past again. */
  private async again(heard: readonly SiteNews[], now: Date, outcome: Outcome): Promise<void> {
    const reach = now.getTime() - NEWS_REACH_MS;
    const late = heard.flatMap((one) => {
      const line = this.lines.get(lineKey(one));
      if (!line) return [];
      const times = one.times.filter((at) => at > reach && at <= line.upto);
      return times.length > 0 ? [{ line, first: Math.min(...times), last: Math.max(...times) }] : [];
    });
    if (late.length === 0) return;
    for (const { line, state, corrections } of await rejudge(this.app, this.setup, this.checks, late)) {
      line.state = state;
      outcome.corrections.push(corrections);
      addRecords(outcome, corrections.added);
      this.keep(line, outcome);
    }
  }

  /** Values newer than all before them. */
  private async forward(
    heard: readonly SiteNews[],
    data_type: DataType,
    now: Date,
    outcome: Outcome,
  ): Promise<void> {
    const ahead = heard.flatMap((one) => {
      const line = this.lines.get(lineKey(one));
      const last = Math.max(...one.times);
      return line && last > line.upto ? [{ line, last, resupplied: one.resupplied }] : [];
    });
    const rows = await this.rowsAfter(data_type, ahead, now);
    for (const { line, resupplied } of ahead) {
      const own = rows.get(line.site.site_id) ?? [];
      const newest = own.at(-1);
      if (!newest) continue;
      const isFresh = ({ at }: SiteRow) =>
        !resupplied && now.getTime() - at - periodMs[data_type] <= freshMs[data_type];
      const takePrint = (at: number, state: SiteState) => {
        if (line.fingerprints.pass(at, state)) line.fingerprints.drop(now.getTime() - NEWS_REACH_MS);
        return false;
      };
      const { records, confirmed } = judgeRows(this.setup, this.checks, line, own, isFresh, takePrint);
      line.upto = newest.at;
      outcome.confirmed.push(...confirmed);
      const isProgressDue = now.getTime() - line.progressAt >= PROGRESS_MS;
      const progress = progressOf(line, this.checks.of(line.site, data_type, fidsOf(own)));
      for (const open of progress) {
        const known = records.get(recordKey(open));
        // An episode that these rows raised has progressed with the last of them.
        if (known) records.set(recordKey(open), { ...open, steps: known.steps });
        else if (isProgressDue) records.set(recordKey(open), open);
      }
      if (isProgressDue && progress.length > 0)
        line.progressAt = now.getTime() - (line.progressAt === 0 ? phaseOf(line.site) * PROGRESS_MS : 0);
      addRecords(outcome, records.values());
      const isSaveDue = line.upto - line.saved >= SAVE_AFTER_MS;
      if (records.size > 0 || confirmed.length > 0 || isSaveDue) this.keep(line, outcome);
    }
  }

  private keep(line: Kept, { states }: Outcome): void {
    states.set(lineKey({ site_id: line.site.site_id, data_type: line.data_type }), line);
    const isFirst = line.saved === Number.NEGATIVE_INFINITY;
    line.saved = line.upto - (isFirst ? phaseOf(line.site) * SAVE_AFTER_MS : 0);
  }

  /** Values by site. Sites that are evaluated up to about the same time are read together. */
  private async rowsAfter(
    data_type: DataType,
    ahead: readonly { line: Kept; last: number }[],
    now: Date,
  ): Promise<Map<number, SiteRow[]>> {
    const found = new Map<number, SiteRow[]>();
    for (const group of equallyFar(ahead)) {
      const askedOf = new Map(group.map(({ line, last }) => [line.site.site_id, { upto: line.upto, last }]));
      const from = new Date(Math.min(...group.map(({ line }) => line.upto)) + 1);
      const last = new Date(Math.max(...group.map((one) => one.last)));
      for (const row of await readRows(this.app.series, data_type, [...askedOf.keys()], from, last)) {
        const asked = askedOf.get(row.site_id);
        // Values newer than the site's news are left for their own news: evaluated now, they would count as late then.
        if (!asked || row.at <= asked.upto || row.at > asked.last) continue;
        // A period that is not over yet is not evaluated.
        if (periodMs[data_type] > 0 && row.at + periodMs[data_type] > now.getTime()) continue;
        const own = found.get(row.site_id);
        if (own) own.push(row);
        else found.set(row.site_id, [row]);
      }
    }
    return found;
  }

  private async save({ corrections, records, confirmed, states }: Outcome, now: Date): Promise<void> {
    if (records.size === 0 && states.size === 0) return;
    const kept = [...states.values()].map(({ site, data_type, upto, state }) => ({
      ...{ site_id: site.site_id, data_type, upto: new Date(upto), state },
    }));
    await this.app.pool.tx({}, async (db) => {
      await this.guard(db);
      await storeCorrections(db, corrections, now);
      await storeEpisodes(db, [...records.values()], now);
      await tellAfterAll(db, confirmed);
      await db.run(sql`
        insert into alarm_state (site_id, data_type, upto, state)
        select i.site_id, i.data_type, i.upto, i.state
          from jsonb_to_recordset(${json(kept)}::jsonb)
                 as i (site_id integer, data_type text, upto timestamptz, state jsonb)
          join site using (site_id)
        on conflict (site_id, data_type) do update set upto = excluded.upto, state = excluded.state`);
    });
  }
}

/** Merges what late values and fresh values of the same round did to an episode. */
function addRecords({ records }: Outcome, more: Iterable<EpisodeRecord>): void {
  for (const record of more) {
    const key = `${record.site_id} ${record.data_type} ${recordKey(record)}`;
    const known = records.get(key);
    records.set(
      key,
      known ? { ...record, late: known.late, steps: [...known.steps, ...record.steps] } : record,
    );
  }
}

function lineKey({ site_id, data_type }: { site_id: number; data_type: string | null }): string {
  return `${site_id} ${data_type}`;
}

function heardIn(news: readonly News[]): SiteNews[] {
  const heard = new Map<string, SiteNews>();
  for (const { site_id, data_type, ts, resupplied } of news.flatMap(({ rows }) => rows)) {
    const key = lineKey({ site_id, data_type });
    const known = heard.get(key);
    if (!known) {
      heard.set(key, { site_id, data_type, times: [Date.parse(ts)], resupplied });
      continue;
    }
    known.times.push(Date.parse(ts));
    // One live value among them is enough to notify people.
    known.resupplied &&= resupplied;
  }
  return [...heard.values()];
}

/** Sites within this time of each other are read together. */
const TOGETHER_MS = 10 * MINUTE_MS;

function equallyFar<One extends { line: Kept }>(ahead: readonly One[]): One[][] {
  const groups: One[][] = [];
  for (const one of ahead.toSorted((a, b) => a.line.upto - b.line.upto)) {
    const group = groups.at(-1);
    if (group?.[0] && one.line.upto - group[0].line.upto <= TOGETHER_MS) group.push(one);
    else groups.push([one]);
  }
  return groups;
}
