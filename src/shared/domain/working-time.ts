import { formatTime, startOfDay } from './time.ts';
import { DAY_MS, MINUTE_MS } from './time-units.ts';

/** From and to in local time; `24:00` is the end of the day. */
export type WorkingSpan = readonly [from: string, to: string];

/** Working hours by weekday, and of single dates that differ. */
export interface WorkingCalendar {
  /** Seven lists from Monday on. */
  hours: readonly (readonly WorkingSpan[])[];
  /** By date; an empty list is a holiday. */
  days: Readonly<Record<string, readonly WorkingSpan[]>>;
}

/** Limit for a calendar without working hours: after this many days all time counts. */
const LONGEST_DAYS = 3 * 366;

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The working spans of the day that begins at this moment, in milliseconds. */
function spansOn({ hours, days }: WorkingCalendar, midnight: Date): { from: number; to: number }[] {
  const date = formatTime(midnight, 'yyyy-MM-dd');
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (days[date] ?? hours[weekday] ?? [])
    .map(([from, to]) => ({
      from: midnight.getTime() + minuteOf(from) * MINUTE_MS,
      to: midnight.getTime() + minuteOf(to) * MINUTE_MS,
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
}

/** 36 hours later is always on the next date, even if a day has 23 or 25 hours. */
function nextMidnight(midnight: Date): Date {
  return startOfDay(new Date(midnight.getTime() + 1.5 * DAY_MS));
}

/** The moment after this many minutes of working time. */
export function afterWorkingMinutes(calendar: WorkingCalendar, start: Date, minutes: number): Date {
  let left = minutes * MINUTE_MS;
  let midnight = startOfDay(start);
  for (let day = 0; day < LONGEST_DAYS; day++) {
    for (const span of spansOn(calendar, midnight)) {
      const from = Math.max(span.from, start.getTime());
      const length = span.to - from;
      if (length <= 0) continue;
      if (length >= left) return new Date(from + left);
      left -= length;
    }
    midnight = nextMidnight(midnight);
  }
  return new Date(start.getTime() + minutes * MINUTE_MS);
}

/** Minutes of working time between two moments. */
export function workingMinutesBetween(calendar: WorkingCalendar, start: Date, end: Date): number {
  let passed = 0;
  for (let midnight = startOfDay(start); midnight < end; midnight = nextMidnight(midnight)) {
    for (const { from, to } of spansOn(calendar, midnight)) {
      passed += Math.max(0, Math.min(to, end.getTime()) - Math.max(from, start.getTime()));
    }
  }
  return passed / MINUTE_MS;
}
