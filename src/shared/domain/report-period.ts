import { bucketEnd, type Level } from './buckets.ts';
import { atWallTime, networkZone, parseTime, wallTime } from './time.ts';

export const reportKinds = ['day', 'week', 'month', 'year'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The period that one line of a report covers. */
export const lineLevel: Readonly<Record<ReportKind, Level>> = {
  day: 'hour',
  week: 'day',
  month: 'day',
  year: 'month',
};

export interface ReportPeriod {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** The start of each line. */
  lines: Date[];
}

/** The day, week (Monday to Sunday), month or year that contains a date, in local time. */
export function reportPeriod(kind: ReportKind, date: string, zone = networkZone()): ReportPeriod | undefined {
  const day = parseTime(date, zone);
  if (!day) return undefined;
  const from = startOf(kind, day, zone);
  const to = endOf(kind, from, zone);
  const lines: Date[] = [];
  for (let at = from; at < to; at = bucketEnd(lineLevel[kind], at, zone)) lines.push(at);
  return { from, to, lines };
}

function startOf(kind: ReportKind, day: Date, zone: string): Date {
  const wall = { ...wallTime(day, zone), hour: 0, minute: 0, second: 0 };
  switch (kind) {
    case 'day':
      return atWallTime(wall, zone);
    case 'week': {
      // Weeks begin on Monday: getUTCDay counts from Sunday.
      const weekday = (new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay() + 6) % 7;
      return atWallTime({ ...wall, day: wall.day - weekday }, zone);
    }
    case 'month':
      return atWallTime({ ...wall, day: 1 }, zone);
    case 'year':
      return atWallTime({ ...wall, month: 1, day: 1 }, zone);
  }
}

function endOf(kind: ReportKind, from: Date, zone: string): Date {
  const wall = wallTime(from, zone);
  switch (kind) {
    case 'day':
      return atWallTime({ ...wall, day: wall.day + 1 }, zone);
    case 'week':
      return atWallTime({ ...wall, day: wall.day + 7 }, zone);
    case 'month':
      return atWallTime({ ...wall, month: wall.month + 1 }, zone);
    case 'year':
      return atWallTime({ ...wall, year: wall.year + 1 }, zone);
  }
}
