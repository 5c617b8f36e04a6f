import { atWallTime, networkZone, startOfDay, wallTime } from './time.ts';
import { DAY_MS, HOUR_MS } from './time-units.ts';

/** The periods that measurements are summed over. */
export type Level = 'hour' | 'day' | 'month';

/** Start of the hour, day or month that contains a moment, in network time. */
export function bucketOf(level: Level, at: Date, zone = networkZone()): Date {
  switch (level) {
    case 'hour':
      return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    case 'day':
      return startOfDay(at, zone);
    case 'month':
      return atWallTime({ ...wallTime(at, zone), day: 1, hour: 0, minute: 0, second: 0 }, zone);
  }
}

/** End of the bucket, where the next one begins. */
export function bucketEnd(level: Level, start: Date, zone = networkZone()): Date {
  if (level === 'hour') return new Date(start.getTime() + HOUR_MS);
  const wall = wallTime(start, zone);
  const next = level === 'day' ? { ...wall, day: wall.day + 1 } : { ...wall, month: wall.month + 1 };
  return atWallTime(next, zone);
}

/** Whether the period that begins here is running. */
export function isRunning(level: Level, start: Date, now: Date): boolean {
  // A quick check first: tables ask for each line, and date calculations are slow.
  const age = now.getTime() - start.getTime();
  return age >= 0 && age < 32 * DAY_MS && bucketEnd(level, start) > now;
}
