import type { LiveEvent, ReadingEvent } from '#shared/contract/live.ts';
import type { DataType } from '#shared/contract/readings/readings.ts';

/** The value of a factor at a time. */
export interface Point {
  ts: string;
  value: number | null;
  flag: string;
}

/** Values that arrived since the page was loaded, by factor, oldest first. */
export type NewPoints = ReadonlyMap<number, readonly Point[]>;

/** Most points of a sparkline: a day of minutes. */
const kept = 1500;

export function withEvents(
  heard: NewPoints,
  events: readonly LiveEvent[],
  site_id: number,
  data_type: DataType,
): NewPoints {
  const mine = events.filter(
    (event): event is ReadingEvent =>
      event.topic === 'reading' && event.site_id === site_id && event.data_type === data_type,
  );
  if (mine.length === 0) return heard;
  const next = new Map(heard);
  for (const { ts, fids, values, flags } of mine) {
    for (const [i, fid] of fids.entries()) {
      const point = { ts, value: values[i] ?? null, flag: flags?.[i] ?? '' };
      next.set(fid, placed(next.get(fid) ?? [], point));
    }
  }
  return next;
}

/** Keeps the order of time; a repeated value replaces the first. */
function placed(points: readonly Point[], point: Point): Point[] {
  const after = points.findIndex(({ ts }) => ts >= point.ts);
  if (after < 0) return [...points, point].slice(-kept);
  const repeated = points[after]?.ts === point.ts;
  return [...points.slice(0, after), point, ...points.slice(repeated ? after + 1 : after)];
}

/** The value to show: the station's newest, not the one that arrived last. */
export function newestOf<Value extends Point>(asked: Value, heard: readonly Point[] | undefined): Value {
  const last = heard?.at(-1);
  return last && last.ts >= asked.ts ? { ...asked, ...last } : asked;
}
