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
  /** The start of the period, or the moment of a real-time value. */
  ts: Date;
  fids: number[];
  avg: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
  cou?: (number | null)[];
  zs?: (number | null)[];
  /** The value before the platform's own correction, if there is one. */
  raw?: (number | null)[];
  /** '' means N; absent means that all are N. */
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
  /** The command that it requests or answers. */
  command_id?: number | undefined;
}

/** A stored frame. */
export interface StoredPacket extends Omit<RawPacket, 'received_at' | 'command_id'> {
  /** Ascending in the order of storage. */
  packet_id: number;
  received_at: string;
  command_id: number | null;
}

/** Stored in one transaction. */
export interface Batch {
  readings: readonly ReadingRow[];
  packets: readonly RawPacket[];
  /**
   * A retry after an unknown outcome: frames that are stored already are not stored twice; their deviations are
   * updated.
   */
  again?: boolean;
  /** Time limit. */
  withinMs?: number;
}

/** Readings that can be undone together, by their trace. */
export interface TracedBatch extends Pick<Batch, 'readings'> {
  trace_id: number;
  /** Values from this time on are reported as news; absent: none are. */
  news_since?: Date;
  /** Recorded with the revisions, if it is not an import. */
  reason?: 'corrected';
}

/** Totals of an undo so far. They include earlier calls, so that a lost answer does not matter. */
export interface TakenBack {
  /** Nothing of the trace is left. */
  done: boolean;
  rows: number;
  /** Added values that were removed. */
  removed: number;
  /** Replaced values that were restored. */
  restored: number;
  /** Values that have changed since and were kept. */
  kept: number;
}

/** Optional parts of a row beside the value. */
export const readingParts = ['min', 'max', 'cou', 'zs', 'raw', 'flags'] as const;
export type ReadingPart = (typeof readingParts)[number];

/** The newest value of every factor that a site has sent. */
export interface LatestOfSite {
  site_id: number;
  data_type: DataType;
  /** Time of the newest of them. */
  ts: string;
  received_at: string;
  values: { fid: number; value: number | null; flag: string; ts: string }[];
}

/** A value before it was replaced. */
export interface Revision {
  data_type: DataType;
  ts: string;
  replaced_at: string;
  value: number | null;
  flag: string;
  origin: ValueOrigin;
  /** `undone`: an import was undone. */
  reason: 'resent' | 'resupplied' | 'manual' | 'reviewed' | 'undone' | 'corrected';
}

export interface RevisionsQuestion {
  site_id: number;
  fid: number;
  data_types: readonly DataType[];
  from: Date;
  /** Exclusive. */
  to: Date;
  limit: number;
}

/** Selects rows. What the user may see is decided by the caller. */
export interface Span {
  site_ids: readonly number[];
  /** Only these factors; absent means all. */
  fids?: readonly number[];
  from: Date;
  /** Exclusive. */
  to: Date;
}

export interface Paged {
  /** `false` leaves out minimum, maximum and other parts that are rarely needed. */
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
  /** Absent means that all are live. */
  origins?: ValueOrigin[];
}

export interface BucketsQuestion extends Span, Paged {
  level: Level;
  /** Only the newest row of each site. */
  newest_only?: boolean;
}

export interface GridQuestion extends Span {
  level: 'hour' | 'day';
  fids: readonly number[];
  /**
   * Whether doubtful values (sent, but not valid) are marked as minus infinity; otherwise they are NaN like missing
   * ones.
   */
  doubtful?: boolean;
}

export interface MeansQuestion extends Omit<Span, 'fids'> {
  level: 'hour' | 'day';
  fid: number;
}

/** Hours or days of many sites. */
export interface Grid {
  steps: number;
  /** One per factor: the steps of the first site, then those of the next; NaN where there is no valid value. */
  columns: Float32Array[];
}

/** Some factors of some sites: values as sent, or effective values of hours, days or months. */
export interface Selection extends Span {
  kind: 'realtime' | 'minute' | Level;
  fids: readonly number[];
  /** Flags that count as valid at each site. */
  counting: ReadonlyMap<number, ReadonlySet<string>>;
}

export interface CourseQuestion extends Selection {
  /** Largest number of intervals that the time is divided into. */
  width: number;
}

/** One site's values over time: the lowest and highest of each interval that has any. */
export interface Course {
  site_id: number;
  /** Time of the first value of each interval, in milliseconds. */
  times: number[];
  /** Time of the last value. */
  ends: number[];
  /** Whether an interval contains more than one row. */
  reduced: boolean;
  lines: CourseLine[];
}

/** Arrays run parallel to `times`. */
export interface CourseLine {
  fid: number;
  low: (number | null)[];
  high: (number | null)[];
  /** Indexes of the intervals without a valid value; their low and high are of doubtful values. */
  doubtful: number[];
}

export interface FiguresQuestion extends Selection {
  /** Factors that are directions: averaged as vectors, without minimum and maximum. */
  circular: readonly number[];
}

/** Statistics of one factor at one site; all but `n` are of valid values. */
export interface Figures {
  site_id: number;
  fid: number;
  n: number;
  valid: number;
  mean: number | null;
  min: number | null;
  max: number | null;
  p95: number | null;
  /** For minutes: expected values per hour, by the interval of those that were sent. */
  per_hour: number | null;
}

/** The effective values of a site's hour, day or month; arrays run parallel to `fids`. */
export interface BucketRow {
  site_id: number;
  /** The start of the period. */
  ts: string;
  fids: number[];
  avg: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
  cou?: (number | null)[];
  /**
   * Numbers of values sent, valid and expected; `isValid` decides by the last two. Absent means that all are 1, as for
   * values sent for the whole period; read them with `coverageAt`.
   */
  n?: number[];
  valid?: number[];
  expected?: number[];
  origins: Source[];
  /** '' means N; absent means that all are N. */
  flags?: string[];
  /** For days and months of water: how many valid values they need. */
  water?: WaterNeeds | undefined;
}

/** Buckets of one level whose sums have changed. */
export interface Summed {
  level: Level;
  buckets: readonly { site_id: number; bucket: Date }[];
}

/** Rows that were stored together: values of these periods are new or have changed. */
export interface News {
  news_id: number;
  rows: {
    site_id: number;
    /** For hours and days: the effective value has changed. */
    data_type: DataType;
    ts: string;
    /** The device sent it again, or late. */
    resupplied: boolean;
  }[];
}

/** A period of a site, by its start. */
export interface SiteStart {
  site_id: number;
  ts: string;
}

/** An hour, and which of the requested factors have minutes in it. */
export interface HourOfMinutes extends SiteStart {
  fids: number[];
}

/** All questions about measurements. Each engine has a folder of its own; `store.test.ts` holds for all of them. */
export interface SeriesStore {
  /**
   * Stores the whole batch or nothing; idempotent. A caller that has more to write does so afterwards, idempotently as
   * well, and acknowledges last: what fails in between is sent and stored again (decision 39).
   */
  append(batch: Batch): Promise<void>;
  /** The same for rows that `takeBack` can undo. */
  appendTraced(batch: TracedBatch): Promise<void>;
  /**
   * Stores simulated rows where there are none yet, of sites that have virtual data on at that moment; any later value
   * replaces them. Returns the rows that were stored.
   */
  simulate(readings: readonly ReadingRow[], made_at: Date): Promise<ReadingRow[]>;
  /** How many of these rows differ from what is stored. */
  countReplacing(readings: readonly ReadingRow[]): Promise<number>;
  /** Undoes the next rows of a trace; rows from `news_since` on are reported as news. */
  takeBack(trace_id: number, limit: number, news_since?: Date): Promise<TakenBack>;
  /** Makes the rows of a trace permanent; returns their number. */
  forgetTrace(trace_id: number): Promise<number>;
  /** Default: each site's finest data type. */
  latest(site_ids: readonly number[], data_type?: DataType): Promise<LatestOfSite[]>;
  /** Sites with one of these flags among the newest values of their finest data type. */
  flagged(flags: readonly string[]): Promise<number[]>;
  /** Values as sent, by time and site. */
  range(question: RangeQuestion): Promise<StoredReading[]>;
  /** Earlier values, the latest change first. */
  revisions(question: RevisionsQuestion): Promise<Revision[]>;
  /** Effective values of hours, days or months, by time and site. */
  buckets(question: BucketsQuestion): Promise<BucketRow[]>;
  /** The same for many sites at once: valid values only, as columns of numbers. */
  grid(question: GridQuestion): Promise<Grid>;
  /** Means of the valid values of one factor, in the order of the sites; null without values. */
  means(question: MeansQuestion): Promise<(number | null)[]>;
  /** The optional parts that some row of the range has. */
  parts(question: RangeQuestion): Promise<ReadingPart[]>;
  /** Number of rows of either, ignoring limit and offset. */
  count(question: RangeQuestion | BucketsQuestion): Promise<number>;
  /** For line charts: by site, at most `width` intervals, extremes kept. */
  course(question: CourseQuestion): Promise<Course[]>;
  /** In the order of the requested sites and factors; none where there are no values. */
  figures(question: FiguresQuestion): Promise<Figures[]>;
  /**
   * Sums some of the buckets whose members have changed; returns their number, 0 if there is nothing to do for now.
   * `tell` is called with changed sums after they are stored.
   */
  rollUp(now: Date, tell?: (summed: Summed) => void): Promise<number>;
  /**
   * New and changed values for alarm evaluation, repeated until they are forgotten (at least once). Oldest first, but
   * real-time values among the oldest `NEWS_WINDOW` × `limit` come before all others. Real-time and minute values are
   * reported when stored, hours and days when summed. Simulated values are left out, and so are traced ones unless
   * `news_since` is given; but the hours that change by them are reported.
   */
  news(limit: number): Promise<News[]>;
  forgetNews(news_ids: readonly number[]): Promise<void>;
  /**
   * Deletes older data, in whole days of packets and months of values. A part that is being read is skipped; then it
   * rejects at the end.
   */
  forget(what: Forgettable, before: Date, tell: (dropped: Dropped) => void): Promise<void>;
  /** Deletes everything of a deleted site; returns the number of rows. */
  removeSite(site_id: number): Promise<number>;
  /**
   * The same for many sites in one transaction, as fast as possible; nothing else may use the database meanwhile.
   * Reports progress.
   */
  removeSites(removed: Removed, report: (done: number, total: number) => void): Promise<void>;

  // Questions about which data exist. Sites without any are absent from the answer.

  /** Factors with a newest value at one of the sites, measured or simulated; ascending. */
  factorsOf(site_ids: readonly number[]): Promise<number[]>;
  /** Whether values of one of these factors may exist at any site; `false` is certain. */
  mayHold(fids: readonly number[]): Promise<boolean>;
  /** Start of the first hour, day or month of each site that has one of these factors. */
  firstBuckets(
    level: Level,
    site_ids: readonly number[],
    fids: readonly number[],
  ): Promise<ReadonlyMap<number, string>>;
  /** The rows that `buckets` would return, by time and site. */
  bucketStarts(level: Level, span: Span): Promise<SiteStart[]>;
  /** Sites that have sent the factor, in any data type, and whose newest value of it is older than `before`. */
  endedBefore(pairs: readonly { site_id: number; fid: number }[], before: Date): Promise<ReadonlySet<number>>;
  /** The hours that have minutes of one of the factors. */
  hoursOfMinutes(span: Span & { fids: readonly number[] }): Promise<HourOfMinutes[]>;
  /** Whether some of these values belong to a trace that is neither undone nor made permanent. */
  isTraced(data_types: readonly DataType[], span: Span & { fids: readonly number[] }): Promise<boolean>;
  /** Number of rows as sent, by site. */
  countBySite(question: RangeQuestion): Promise<ReadonlyMap<number, number>>;
  /** The last simulated period of each site, including those where a measured value stayed. */
  simulatedUntil(site_ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The periods among these that have values other than simulated ones; each once. */
  measuredPeriods(
    data_type: DataType,
    periods: readonly { site_id: number; ts: Date }[],
  ): Promise<SiteStart[]>;
  /** Number of hours, days and months to sum; with a time, only those that `rollUp` would take by then. */
  backlog(due?: Date): Promise<number>;

  // Raw packets, newest first unless the page says otherwise; those of the same time in the order of storage.

  packets(question: PacketsQuestion, page: PacketsPage): Promise<StoredPacket[]>;
  /** All of them, in batches. */
  eachPacket(question: PacketsQuestion, oldest_first?: boolean): AsyncIterable<StoredPacket[]>;
  /** Their number; counting may stop at `most`. */
  countPackets(question: PacketsQuestion, most?: number): Promise<number>;
}
