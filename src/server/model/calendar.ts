import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';

/** UTC offset of the network. China has had no summer time since 1992, so plain arithmetic is enough. */
const ZONE_MS = 8 * HOUR_MS;
export const QUARTER_MS = 15 * MINUTE_MS;

/** Number of the day in the network's time zone. */
export function dayNumber(ms: number): number {
  return Math.floor((ms + ZONE_MS) / DAY_MS);
}

export function startOfDayNumber(day: number): number {
  return day * DAY_MS - ZONE_MS;
}

/** From 0 up to 24. */
export function hourOfDay(ms: number): number {
  return ((ms + ZONE_MS) % DAY_MS) / HOUR_MS;
}

/** Solar time: Chinese standard time is exact at 120° longitude. */
export function solarHour(ms: number, longitude: number): number {
  return hourOfDay(ms) + (longitude - 120) / 15;
}

const YEAR_DAYS = 365.2425;
const COLDEST_DAY = 15;

/** 1 in the middle of January, -1 in the middle of July. */
export function winter(ms: number): number {
  return Math.cos((2 * Math.PI * (ms / DAY_MS - COLDEST_DAY)) / YEAR_DAYS);
}

export function isWeekend(ms: number): boolean {
  // Day 0 was a Thursday.
  const weekday = (dayNumber(ms) + 4) % 7;
  return weekday === 0 || weekday === 6;
}
