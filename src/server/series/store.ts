import type { DataType } from '#protocol/commands.ts';
import type { Verdict } from '#protocol/frame.ts';
import type { Level } from '#shared/domain/buckets.ts';
import type { WaterNeeds } from '#shared/domain/validity.ts';
import type { Source } from './effective.ts';
import type { Dropped, Forgettable, Removed } from './forgotten.ts';
import type { PacketsPage, PacketsQuestion } from './packets.ts';

/** l live · s resupplied · k clock corrected by a person · m manual · r reviewed · c computed · v simulated */
export type ValueOrigin = 'l' | 's' | 'k' | 'm' | 'r' | 'c' | 'v';

/** The values of one site and period. Arrays run parallel to `fids`, which are in ascending order. */
export interface ReadingRow {
  site_id: number;
  data_type: DataType;
  /** The period's start, or the instant of a real-time value. */
  ts: Date;
  fids: number[];
  avg: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
  cou?: (number | null)[];
  zs?: (number | null)[];
  /** Before the platform's own correction, where there is one. */
  raw?: (number | null)[];
  /** '' is N; absent means all are. */
  flags?: string[];
  origin: ValueOrigin;
}

/** One frame as it was on the wire. */
export interface RawPacket {
  received_at: Date;
  outgoing: boolean;
  site_id: number | null;
  mn: string;
  st: string;
  cn: string;
  qn: string;
  verdict: Verdict;
  deviations: readonly string[];
  raw: Uint8Array;
  remote: string;
  /** The command that it asks for, or answers. */
  command_id?: number | undefined;
}

/** A frame that is kept. */
export interface StoredPacket extends Omit<RawPacket, 'received_at' | 'command_id'> {
  /** Grows in the order in which frames were stored. */
  packet_id: number;
  received_at: string;
  command_id: number | null;
}

/** What is stored together. */
export interface Batch {
  readings: readonly ReadingRow[];
  packets: readonly RawPacket[];
  /**
   * Tried before, and nobody knows whether with success: frames that are there already are not kept twice, and bear the
   * deviations that they come with now.
   */
  again?: boolean;
  /** How long it may take before it is given up. */
  withinMs?: number;
}

/** Readings that can be taken back: all of one trace. */
export interface TracedBatch extends Pick<Batch, 'readings'> {
  trace_id: number;
  /** Values from then on are news; without it none are. */
  news_since?: Date;
  /** Why what it replaces is replaced, where it is no import. */
  reason?: 'corrected';
}

/** What has become of a trace so far: of all of its rows, so that whoever missed an answer learns it from the next. */
export interface TakenBack {
  /** Nothing of the trace is left. */
  done: boolean;
  rows: number;
  /** Values that had been added. */
  removed: number;
  /** Values that are what they were before. */
  restored: number;
  /** Values that have changed since, and stay. */
  kept: number;
}

/** What a row may say of a factor beside its value. */
export const readingParts = ['min', 'max', 'cou', 'zs', 'raw', 'flags'] as const;
export type ReadingPart = (typeof readingParts)[number];

/** The newest value of every factor that a site has sent. */
export interface LatestOfSite {
  site_id: number;
  data_type: DataType;
  /** Of the newest of them. */
  ts: string;
  received_at: string;
  values: { fid: number; value: number | null; flag: string; ts: string }[];
}

/** What a value was before something replaced it. */
export interface Revision {
  data_type: DataType;
  ts: string;
  replaced_at: string;
  value: number | null;
  flag: string;
  origin: ValueOrigin;
  /** `undone`: an import that was taken back. */
  reason: 'resent' | 'resupplied' | 'manual' | 'reviewed' | 'undone' | 'corrected';
}

export interface RevisionsQuestion {
  site_id: number;
  fid: number;
  data_types: readonly DataType[];
  from: Date;
  /** Not included. */
  to: Date;
  limit: number;
}

/** Which rows are asked for. What the asker may see is decided before. */
export interface Span {
  site_ids: readonly number[];
  /** Only these factors; absent means all. */
  fids?: readonly number[];
  from: Date;
  /** Not included. */
  to: Date;
}

export interface Paged {
  /** `false`: only what is shown and judged, without what few look at and all would wait for. */
  extremes?: boolean;
  newest_first?: boolean;
  limit?: number;
  offset?: number;
}

export interface RangeQuestion extends Span, Paged {
  data_type: DataType;
}

/** Arrays run parallel to `fids`; a part that no factor has is absent. */
export interface StoredReading extends Omit<ReadingRow, 'data_type' | 'ts' | 'origin'> {
  ts: string;
  /** Absent means all are live. */
  origins?: ValueOrigin[];
}

export interface BucketsQuestion extends Span, Paged {
  level: Level;
  /** Of each site only the last of them. */
  newest_only?: boolean;
}

export interface GridQuestion extends Span {
  level: 'hour' | 'day';
  fids: readonly number[];
  /** Whether a value that came and does not count is told from none: it is minus infinity then. */
  doubtful?: boolean;
}

/** Hours or days of many sites. */
export interface Grid {
  steps: number;
  /** One for each factor: the steps of the first site, then those of the next; NaN where nothing counts. */
  columns: Float32Array[];
}

/** Some factors of some sites: as they were sent, or what holds of each hour, day or month. */
export interface Selection extends Span {
  kind: 'realtime' | 'minute' | Level;
  fids: readonly number[];
  /** Flags that count at each site. */
  counting: ReadonlyMap<number, ReadonlySet<string>>;
}

export interface CourseQuestion extends Selection {
  /** In how many stretches at most the time is told. */
  width: number;
}

/** One site's values over time: the lowest and the highest of each stretch that has any. */
export interface Course {
  site_id: number;
  /** Milliseconds: of the first value in each stretch. */
  times: number[];
  /** And of the last one. */
  ends: number[];
  /** Whether some stretch holds more than one row. */
  reduced: boolean;
  lines: CourseLine[];
}

/** Arrays run parallel to `times`. */
export interface CourseLine {
  fid: number;
  low: (number | null)[];
  high: (number | null)[];
  /** Places of the stretches without a value that counts: what stands there are those that do not. */
  doubtful: number[];
}

export interface FiguresQuestion extends Selection {
  /** Directions among the factors: averaged as vectors, and between which they lay is no question of less and more. */
  circular: readonly number[];
}

/** Of one factor at one site; all but `n` speak of the values that count. */
export interface Figures {
  site_id: number;
  fid: number;
  n: number;
  valid: number;
  mean: number | null;
  min: number | null;
  max: number | null;
  p95: number | null;
  /** Of minutes: how many an hour of the site should have, by the step of those that came. */
  per_hour: number | null;
}

/** The values that hold of a site's hour, day or month, in arrays parallel to `fids`. */
export interface BucketRow {
  site_id: number;
  /** The period's start. */
  ts: string;
  fids: number[];
  avg: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
  cou?: (number | null)[];
  /**
   * Values that came, those that count, and those there should be: `isValid` decides on the last two. Absent means all
   * are 1, as of what was said of the whole period; `coverageAt` reads them.
   */
  n?: number[];
  valid?: number[];
  expected?: number[];
  origins: Source[];
  /** '' is N; absent means all are. */
  flags?: string[];
  /** Of days and months of water: how many of those values they need. */
  water?: WaterNeeds | undefined;
}

/** Buckets of one length that no longer say what they said. */
export interface Summed {
  level: Level;
  buckets: readonly { site_id: number; bucket: Date }[];
}

/** What was stored together: values of these periods are new or have changed. */
export interface News {
  news_id: number;
  rows: {
    site_id: number;
    /** Of hours and days: what holds of them is something else than before. */
    data_type: DataType;
    ts: string;
    /** The device sent it again, or later than it should have. */
    resupplied: boolean;
  }[];
}

/** A period of a site, by its start. */
export interface SiteStart {
  site_id: number;
  ts: string;
}

/** An hour and those of the factors asked for of which it has minutes. */
export interface HourOfMinutes extends SiteStart {
  fids: number[];
}

/**
 * The questions that measurements answer. An engine is a folder with one file per question; `store.test.ts` runs the
 * same cases on every engine.
 */
export interface SeriesStore {
  /**
   * Stores all of it or nothing; safe to repeat. Whoever has more to write down of it does so afterwards, in a way that
   * can be repeated too, and acknowledges last: what breaks in between is sent, and stored, again (decision 39).
   */
  append(batch: Batch): Promise<void>;
  /** The same of rows that `takeBack` puts back as they were before. */
  appendTraced(batch: TracedBatch): Promise<void>;
  /**
   * Stores simulated rows where nothing else stands, of sites that have virtual data on by then; whatever comes later
   * replaces them. Returns those that it stored.
   */
  simulate(readings: readonly ReadingRow[], made_at: Date): Promise<ReadingRow[]>;
  /** How many of these rows say something else than what is stored. */
  countReplacing(readings: readonly ReadingRow[]): Promise<number>;
  /** Takes back the next rows of a trace; those from `news_since` on are news. */
  takeBack(trace_id: number, limit: number, news_since?: Date): Promise<TakenBack>;
  /** Leaves what a trace wrote for good; returns of how many rows it was. */
  forgetTrace(trace_id: number): Promise<number>;
  /** Without a data type of the finest that each site sends. */
  latest(site_ids: readonly number[], data_type?: DataType): Promise<LatestOfSite[]>;
  /** The sites of whose newest values, of the finest data type that they send, one bears one of these flags. */
  flagged(flags: readonly string[]): Promise<number[]>;
  /** What devices sent, by time and site. */
  range(question: RangeQuestion): Promise<StoredReading[]>;
  /** What stood there before, the newest change first. */
  revisions(question: RevisionsQuestion): Promise<Revision[]>;
  /** What holds of each hour, day or month, by time and site. */
  buckets(question: BucketsQuestion): Promise<BucketRow[]>;
  /** The same of many sites at once, only the values that count, as columns of bare numbers. */
  grid(question: GridQuestion): Promise<Grid>;
  /** Which parts some row of what devices sent has. */
  parts(question: RangeQuestion): Promise<ReadingPart[]>;
  /** How many rows either of them has, limit and offset aside. */
  count(question: RangeQuestion | BucketsQuestion): Promise<number>;
  /** For lines on a screen: by site, no more than its width of them, the extremes kept. */
  course(question: CourseQuestion): Promise<Course[]>;
  /** In the order of the sites and factors asked for; none where nothing came. */
  figures(question: FiguresQuestion): Promise<Figures[]>;
  /**
   * Sums some of the buckets whose members changed; returns how many, 0 when there is nothing to do for now. Tells, once
   * it is stored, what came out differently.
   */
  rollUp(now: Date, tell?: (summed: Summed) => void): Promise<number>;
  /**
   * What is new since it was last asked, for whoever judges values. The oldest first, but real-time values among the
   * oldest `NEWS_WINDOW` times the limit come before all others: their alarms are waited for. Told again and again until
   * it is forgotten, so that nobody misses any. Real-time values and minutes are news when they are stored, hours and days
   * when they are summed. What is simulated is no news, nor what comes in under a trace unless it says so; but the hours
   * that change by it are.
   */
  news(limit: number): Promise<News[]>;
  forgetNews(news_ids: readonly number[]): Promise<void>;
  /**
   * Drops what is older than that, in whole days of packets and months of values. Rejects after the rest where one of
   * them is being read.
   */
  forget(what: Forgettable, before: Date, tell: (dropped: Dropped) => void): Promise<void>;
  /** Takes away everything of a site that is no more; returns how many rows that were. */
  removeSite(site_id: number): Promise<number>;
  /**
   * The same of many sites, all or nothing and as fast as it goes; nobody else may be at work meanwhile. Reports how many
   * steps are done.
   */
  removeSites(removed: Removed, report: (done: number, total: number) => void): Promise<void>;

  // What is there, without what it says. Sites that have nothing of what is asked are absent from an answer.

  /** The factors of which one of the sites has a newest value, be it measured or simulated; ascending. */
  factorsOf(site_ids: readonly number[]): Promise<number[]>;
  /** Whether values of one of these factors may be stored, of whatever site; `false` is certain. */
  mayHold(fids: readonly number[]): Promise<boolean>;
  /** When the first hour, day or month of each site began that holds one of these factors. */
  firstBuckets(
    level: Level,
    site_ids: readonly number[],
    fids: readonly number[],
  ): Promise<ReadonlyMap<number, string>>;
  /** Which rows `buckets` has, by time and site. */
  bucketStarts(level: Level, span: Span): Promise<SiteStart[]>;
  /** The sites that sent such a factor, in any data type, and whose newest value of it there is from before then. */
  endedBefore(pairs: readonly { site_id: number; fid: number }[], before: Date): Promise<ReadonlySet<number>>;
  /** The hours that have minutes of one of the factors. */
  hoursOfMinutes(span: Span & { fids: readonly number[] }): Promise<HourOfMinutes[]>;
  /** Whether some of these values were stored under a trace that is neither taken back nor forgotten. */
  isTraced(data_types: readonly DataType[], span: Span & { fids: readonly number[] }): Promise<boolean>;
  /** How many rows of what devices sent each site has. */
  countBySite(question: RangeQuestion): Promise<ReadonlyMap<number, number>>;
  /** The last period that was simulated of each of the sites, also where what was measured stayed. */
  simulatedUntil(site_ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Those of these periods for which something was sent or said, and not only simulated; each once. */
  measuredPeriods(
    data_type: DataType,
    periods: readonly { site_id: number; ts: Date }[],
  ): Promise<SiteStart[]>;
  /** How many hours, days and months are to be summed anew; with a time, only those that `rollUp` takes on by then. */
  backlog(due?: Date): Promise<number>;

  // Frames as they were on the wire, newest first unless the page says otherwise; of the same time in their order.

  packets(question: PacketsQuestion, page: PacketsPage): Promise<StoredPacket[]>;
  /** All of them, in batches. */
  eachPacket(question: PacketsQuestion, oldest_first?: boolean): AsyncIterable<StoredPacket[]>;
  /** How many there are; counting may stop at `most`. */
  countPackets(question: PacketsQuestion, most?: number): Promise<number>;
}
