import type { DataType } from '#protocol/commands.ts';
import type { Level } from '#shared/domain/buckets.ts';
import type { RangeQuestion, Span } from './store.ts';

/** A period of a site, by its start. */
export interface SiteStart {
  site_id: number;
  ts: string;
}

/** An hour and those of the factors asked for of which it has minutes. */
export interface HourOfMinutes extends SiteStart {
  fids: number[];
}

/** What is there, without what it says. Sites that have nothing of what is asked are absent from an answer. */
export interface PresenceQuestions {
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
  /** How many hours, days and months are to be summed anew. */
  backlog(): Promise<number>;
}
