import { atWallTime, wallTime } from './time.ts';
import { DAY_MS, HOUR_MS } from './time-units.ts';

export const repeats = ['day', 'weekday', 'week', 'two_weeks', 'month'] as const;
export type Repeat = (typeof repeats)[number];

/** Enough for weekly meetings of a year; longer series must be booked again. */
export const MOST_DATES = 60;
export const LONGEST_MS = 4 * HOUR_MS;

export interface Span {
  starts_at: Date;
  ends_at: Date;
}

/** Days between two dates of a series. */
const steps = { day: 1, weekday: 1, week: 7, two_weeks: 14 } as const;

/** The same local time, this many days later. */
function daysAfter(at: Date, days: number): Date {
  const wall = wallTime(at);
  return atWallTime({ ...wall, day: wall.day + days });
}

/** The same day of a later month; undefined if that month is too short. */
function monthsAfter(at: Date, months: number): Date | undefined {
  const wall = wallTime(at);
  const moved = atWallTime({ ...wall, month: wall.month + months });
  return wallTime(moved).day === wall.day ? moved : undefined;
}

export function isWeekend(at: Date): boolean {
  const { year, month, day } = wallTime(at);
  return [0, 6].includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
}

/** All times of a booking, the first included, up to the end of the day `until`. Without a repeat only the first. */
export function meetingDates(first: Span, repeat: { every: Repeat; until: string } | null): Span[] {
  if (!repeat) return [first];
  const length = first.ends_at.getTime() - first.starts_at.getTime();
  const [year = 0, month = 0, day = 0] = repeat.until.split('-').map(Number);
  const end = atWallTime({ year, month, day: day + 1, hour: 0, minute: 0, second: 0 });
  const spans: Span[] = [];
  for (let nth = 0; spans.length < MOST_DATES; nth++) {
    const starts_at =
      repeat.every === 'month'
        ? monthsAfter(first.starts_at, nth)
        : daysAfter(first.starts_at, nth * steps[repeat.every]);
    if (nth > 0 && (starts_at ?? new Date(first.starts_at.getTime() + nth * 31 * DAY_MS)) >= end) break;
    if (!starts_at || (nth > 0 && repeat.every === 'weekday' && isWeekend(starts_at))) continue;
    spans.push({ starts_at, ends_at: new Date(starts_at.getTime() + length) });
  }
  return spans;
}

export type Clash = 'start_occupied' | 'end_occupied' | 'booking_failed';

/**
 * How a wanted time overlaps a booked one: it starts within it (or is completely within it), ends within it, or
 * contains it.
 */
export function clashOf(wanted: Span, taken: Span): Clash | undefined {
  if (wanted.starts_at >= taken.ends_at || wanted.ends_at <= taken.starts_at) return undefined;
  if (wanted.starts_at >= taken.starts_at) return 'start_occupied';
  return wanted.ends_at <= taken.ends_at ? 'end_occupied' : 'booking_failed';
}
