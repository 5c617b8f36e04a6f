import type { DataType } from '#protocol/commands.ts';
import type { Verdict } from '#protocol/frame.ts';

/** l live · s resupplied · m manual · r reviewed · c computed */
export type Origin = 'l' | 's' | 'm' | 'r' | 'c';

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
  origin: Origin;
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
}

/**
 * The questions that measurements answer. An engine is a folder with one file per question; `store.test.ts` runs the
 * same cases on every engine.
 */
export interface SeriesStore {
  /** Stores all of it or nothing; safe to repeat. What it resolves for may be acknowledged. */
  append(batch: { readings: readonly ReadingRow[]; packets: readonly RawPacket[] }): Promise<void>;
}
