import type { DataType } from '#protocol/commands.ts';
import type { Effective } from '#server/series/effective.ts';
import type { Newest, Value } from '#server/series/merge.ts';
import type { News, RawPacket, ReadingRow, Revision } from '#server/series/store.ts';
import { bucketOf, type Level } from '#shared/domain/buckets.ts';
import { shortestReal } from '#shared/domain/rounding.ts';

/** The stored values of a site at a time, by factor. */
export interface Row<Kept> {
  site_id: number;
  ts: Date;
  values: Map<number, Kept>;
}

export type Rows<Kept> = Map<string, Row<Kept>>;

export interface NewestOfSite {
  site_id: number;
  data_type: DataType;
  received_at: Date;
  values: Map<number, Newest>;
}

/** What a trace wrote to a row. */
export interface TraceOfRow {
  trace_id: number;
  data_type: DataType;
  site_id: number;
  ts: Date;
  /** The order of traces. */
  turn: number;
  fids: Set<number>;
  before: Map<number, Value> | undefined;
  after: Map<number, Value>;
}

/** The values of an hour before a trace changed them. */
export interface TraceOfHour {
  trace_id: number;
  site_id: number;
  ts: Date;
  turn: number;
  before: Map<number, Effective> | undefined;
}

export const dataTypes = ['realtime', 'minute', 'hour', 'day'] as const;
export const levels = ['hour', 'day', 'month'] as const;
export const keyOf = (site_id: number, ts: Date) => `${site_id} ${ts.getTime()}`;

/** All data in plain lists. */
export class Memory {
  readonly readings: Record<DataType, Rows<Value>> = {
    realtime: new Map(),
    minute: new Map(),
    hour: new Map(),
    day: new Map(),
  };
  readonly sums: Record<Level, Rows<Effective>> = { hour: new Map(), day: new Map(), month: new Map() };
  readonly newest = new Map<string, NewestOfSite>();
  readonly simulated = new Map<number, { ts: Date; values: Map<number, number | null> }>();
  readonly revisions: (Revision & { site_id: number; fid: number })[] = [];
  readonly traces: TraceOfRow[] = [];
  readonly hourTraces: TraceOfHour[] = [];
  packets: RawPacket[] = [];
  /** Buckets whose members have changed. */
  readonly marks = new Map<string, { level: Level; site_id: number; bucket: Date }>();
  news: News[] = [];
  private turns = 0;

  /** News IDs always increase, even if older news are deleted. */
  tellNews(rows: News['rows']): void {
    const isLive = ({ data_type }: News['rows'][number]) => data_type === 'realtime';
    for (const part of [rows.filter(isLive), rows.filter((row) => !isLive(row))])
      if (part.length > 0) this.news.push({ news_id: this.nextTurn(), rows: part });
  }

  /** News of rows that were written or undone under a trace. */
  tellTraced(
    rows: readonly Pick<ReadingRow, 'data_type' | 'site_id' | 'ts'>[],
    since: Date | undefined,
  ): void {
    this.tellNews(
      rows
        .filter(
          ({ data_type, ts }) => since && ts >= since && (data_type === 'realtime' || data_type === 'minute'),
        )
        .map(({ site_id, data_type, ts }) => ({
          site_id,
          data_type,
          ts: ts.toISOString(),
          resupplied: true,
        })),
    );
  }

  nextTurn(): number {
    this.turns += 1;
    return this.turns;
  }

  mark(level: Level, site_id: number, ts: Date): void {
    const bucket = bucketOf(level, ts);
    this.marks.set(`${level} ${keyOf(site_id, bucket)}`, { level, site_id, bucket });
  }

  markRow({ data_type, site_id, ts }: Pick<ReadingRow, 'data_type' | 'site_id' | 'ts'>): void {
    this.mark(data_type === 'day' ? 'day' : 'hour', site_id, ts);
  }
}

/** Rounded like a `real` column. */
export const real = (value: number | null | undefined) =>
  typeof value === 'number' ? shortestReal(Math.fround(value)) : null;

export function valuesOf(row: ReadingRow): Map<number, Value> {
  return new Map(
    row.fids.map((fid, i) => [
      fid,
      {
        avg: real(row.avg[i]),
        min: real(row.min?.[i]),
        max: real(row.max?.[i]),
        cou: row.cou?.[i] ?? null,
        zs: real(row.zs?.[i]),
        raw: real(row.raw?.[i]),
        flag: row.flags?.[i] ?? '',
        origin: row.origin,
      },
    ]),
  );
}

export function inOrder<Kept>(values: Iterable<readonly [number, Kept]>): Map<number, Kept> {
  return new Map([...values].sort(([a], [b]) => a - b));
}

/** Stores a row; deletes it if it is empty. */
export function put<Kept>(rows: Rows<Kept>, row: Row<Kept>): void {
  const key = keyOf(row.site_id, row.ts);
  if (row.values.size === 0) rows.delete(key);
  else rows.set(key, { ...row, values: inOrder(row.values) });
}
