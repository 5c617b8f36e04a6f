import { DAY_MINUTES } from './time-units.ts';
/** A weekly turn. If its end is not after its start, it ends on the next day. */
export interface DutyBand {
  user_id: number;
  /** 1 is Monday, 8 a holiday. */
  weekday: number;
  /** Local time: `08:00`. */
  start_time: string;
  end_time: string;
}

/** Minutes from Monday 00:00. A span that continues after Sunday ends beyond the week. */
export interface Cover {
  from: number;
  to: number;
  user_ids: number[];
  /** Several turns at the same time, even of one person. */
  isOverlap: boolean;
}

/** Turns of holidays are the eighth day of the week. */
export const HOLIDAY = 8;

export const weekMinutes = 7 * DAY_MINUTES;

export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

export function clockOf(minute: number): string {
  const ofDay = minute % DAY_MINUTES;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function weekdayOf(minute: number): number {
  return (Math.floor(minute / DAY_MINUTES) % 7) + 1;
}

/** The minutes of the week that a turn covers; two spans if it continues after Sunday. */
export function spansOf({ weekday, start_time, end_time }: DutyBand): Pick<Cover, 'from' | 'to'>[] {
  const from = (weekday - 1) * DAY_MINUTES + minuteOf(start_time);
  const length = (minuteOf(end_time) - minuteOf(start_time) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const to = from + length;
  if (to <= weekMinutes) return [{ from, to }];
  return [
    { from, to: weekMinutes },
    { from: 0, to: to - weekMinutes },
  ];
}

/** The whole week in order, without holidays, split wherever the people on duty change. */
export function coverOf(bands: readonly DutyBand[]): Cover[] {
  const weekly = bands.filter(({ weekday }) => weekday < HOLIDAY);
  const spans = weekly.flatMap((band) => spansOf(band).map((span) => ({ ...span, user_id: band.user_id })));
  const edges = [...new Set([0, weekMinutes, ...spans.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  );
  const cover: Cover[] = [];
  for (const [at, to] of edges.slice(1).entries()) {
    const from = edges[at] ?? 0;
    const there = spans.filter((span) => span.from <= from && span.to >= to).map(({ user_id }) => user_id);
    const user_ids = [...new Set(there)].sort((a, b) => a - b);
    const next: Cover = { from, to, user_ids, isOverlap: there.length > 1 };
    const last = cover.at(-1);
    if (last && isSame(last, next)) last.to = to;
    else cover.push(next);
  }
  return cover;
}

export interface Unevenness {
  gaps: Cover[];
  overlaps: Cover[];
}

/** Spans without anybody on duty, and overlapping turns. A span across Sunday and Monday is one. */
export function unevenIn(bands: readonly DutyBand[]): Unevenness {
  const cover = coverOf(bands);
  const [first, ...rest] = cover;
  const last = rest.at(-1);
  const joined =
    first && last && isSame(first, last)
      ? [...rest.slice(0, -1), { ...last, to: first.to + weekMinutes }]
      : cover;
  return {
    gaps: joined.filter(({ user_ids }) => user_ids.length === 0),
    overlaps: joined.filter(({ isOverlap }) => isOverlap),
  };
}

function isSame(one: Cover, other: Cover): boolean {
  return one.isOverlap === other.isOverlap && one.user_ids.join() === other.user_ids.join();
}
