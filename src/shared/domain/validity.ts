import { bucketEnd, bucketOf, type Level } from './buckets.ts';
import { ozoneWindows } from './ozone.ts';
import { DAY_MS, HOUR_SECONDS } from './time-units.ts';

/** Flags whose values enter averages and evaluation; every other one is shown, marked and left out. */
const usualFlags: ReadonlySet<string> = new Set(['', 'N']);

/** Those that a product line may let count besides. */
export const otherFlags = [
  ...(['F', 'M', 'S', 'D', 'C', 'T', 'B', 'P', 'L'] as const),
  ...(['lr', 'lp', 'lw', 'ls', 'ra', 'pt'] as const),
] as const;

/** The flags that count where these count besides the usual. */
export function countingFlags(besides: readonly string[] = []): ReadonlySet<string> {
  return besides.length === 0 ? usualFlags : new Set([...usualFlags, ...besides]);
}

/** A value typed in at the station (S) counts once a person here has reviewed it (origin r). */
export function counts(flag: string, origin: string, counting = usualFlags): boolean {
  return counting.has(flag) || (flag === 'S' && origin === 'r');
}

/** Which values of a factor count. */
export interface ValueRule {
  min: number | null;
  max: number | null;
  /** Of the instrument; 0 where it is not known. */
  detection: number;
}

/**
 * What a value counts as: itself within the range, zero from minus the detection limit up to zero. Null where it is
 * invalid.
 */
export function countedValue(value: number, { min, max, detection }: ValueRule): number | null {
  if (max !== null && value > max) return null;
  if (min === null || value >= min) return value;
  return min === 0 && value >= -detection ? 0 : null;
}

/** How much of a month and of a year of water must be known (环办〔2011〕22号); a setting of the product line. */
export interface WaterNeeds {
  /** Valid days of a month. */
  month_days: number;
  /** Months of a year that have as many. */
  year_months: number;
}

export const usualWaterNeeds: WaterNeeds = { month_days: 1, year_months: 8 };

/** What a period holds of one factor. */
export interface Coverage {
  valid: number;
  expected: number;
  /** Of water: its days and months do not follow the rules of air. */
  water?: WaterNeeds | undefined;
}

/**
 * GB 3095: an hour needs 45 minutes, a day 20 of its 24 hours, a month 27 days and February 25. The same shares hold
 * where fewer values are expected. What is made of the 17 windows of ozone needs 14.
 */
export const neededValues: Readonly<Record<Level, (expected: number) => number>> = {
  hour: (expected) => Math.ceil((expected * 45) / 60),
  day: (expected) =>
    expected === ozoneWindows.ofDay ? ozoneWindows.needed : Math.ceil((expected * 20) / 24),
  month: (expected) => (expected < 30 ? 25 : 27),
};

export function isValid(level: Level, coverage: Coverage): boolean {
  return coverage.valid >= neededOf(level, coverage);
}

/** Of water a day is the mean of the valid values that it has, and a month that of its valid days. */
export function neededOf(level: Level, { expected, water }: Pick<Coverage, 'expected' | 'water'>): number {
  if (!water || level === 'hour') return neededValues[level](expected);
  return level === 'day' ? 1 : water.month_days;
}

/** Whether enough months of a year of water are valid. */
export function isValidWaterYear(months: readonly Coverage[], needs: WaterNeeds): boolean {
  return months.filter((month) => isValid('month', { ...month, water: needs })).length >= needs.year_months;
}

/** The days that a year needs, and each of its months. */
export interface YearNeeds {
  days: number;
  ofMonth(expected: number): number;
}

/** TSP, lead and benzo[a]pyrene, which are sampled by hand. */
const sampled: ReadonlySet<string> = new Set(['a34001', 'a20044', 'a25044']);

/** GB 3095: 324 days and every month valid; of what is sampled 60, spread over the months with 5 in each. */
export function yearNeeds(code: string | null): YearNeeds {
  return code !== null && sampled.has(code)
    ? { days: 60, ofMonth: () => 5 }
    : { days: 324, ofMonth: neededValues.month };
}

export function isValidYear(months: readonly Coverage[], needs: YearNeeds = yearNeeds(null)): boolean {
  const days = months.reduce((sum, { valid }) => sum + valid, 0);
  const isEnough = ({ valid, expected }: Coverage) => valid >= needs.ofMonth(expected);
  return months.length === 12 && days >= needs.days && months.every(isEnough);
}

/**
 * Whether valid days, by their starts in milliseconds, suffice for the month or the year that a time is. Null of other
 * times: no standard says so.
 */
export function sufficesFor({
  from,
  to,
}: {
  from: Date;
  to: Date;
}): (validDays: readonly number[]) => boolean | null {
  const ends: number[] = [];
  let start = bucketOf('month', from);
  while (start < to && ends.length < 12) {
    start = bucketEnd('month', start);
    ends.push(start.getTime());
  }
  const isWhole = bucketOf('month', from).getTime() === from.getTime() && start.getTime() === to.getTime();
  if (!isWhole || (ends.length !== 1 && ends.length !== 12)) return () => null;
  return (validDays) => {
    const months = ends.map((end, i): Coverage => {
      const first = ends[i - 1] ?? from.getTime();
      let valid = 0;
      for (const day of validDays) if (day >= first && day < end) valid += 1;
      return { valid, expected: Math.round((end - first) / DAY_MS) };
    });
    const [month] = months;
    return month && months.length === 1 ? isValid('month', month) : isValidYear(months);
  };
}

/** Real-time values in an hour. */
export function expectedRealtime(intervalSeconds: number): number {
  return Math.max(1, Math.round(HOUR_SECONDS / intervalSeconds));
}

/**
 * Minute values in an hour. Loggers send one a minute or, by a setting of theirs, one every 2 to 30 minutes: the
 * longest step that all of the minutes seen are multiples of. One that labels by the end is stored a minute before its
 * labels where its protocol does not say how long its step is.
 */
export function expectedMinutes(minutesSeen: Iterable<number>): number {
  let byStart = 60;
  let byEnd = 60;
  for (const minute of minutesSeen) {
    byStart = greatestCommonDivisor(byStart, minute);
    byEnd = greatestCommonDivisor(byEnd, minute + 1);
  }
  const step = byStart > 1 ? byStart : byEnd;
  return step > 30 ? 2 : 60 / step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Values of a kind in a time, by how often the station measures; of minutes by the step of its logger. */
export function expectedIn(
  kind: 'realtime' | 'minute' | Level,
  { from, to }: { from: Date; to: Date },
  intervalSeconds: number,
): number {
  const seconds = Math.max(0, (to.getTime() - from.getTime()) / 1000);
  switch (kind) {
    case 'minute':
    case 'realtime':
      return Math.floor(seconds / intervalSeconds);
    case 'hour':
      return Math.floor(seconds / Math.max(HOUR_SECONDS, intervalSeconds));
    case 'day':
      return Math.floor(seconds / (24 * HOUR_SECONDS));
    case 'month': {
      let months = 0;
      for (let at = from; at < to; at = bucketEnd('month', bucketOf('month', at))) months += 1;
      return months;
    }
  }
}

/** Hours with a value in a day of so many hours. */
export function expectedHours(hoursInDay: number, intervalSeconds: number): number {
  return Math.max(1, Math.min(hoursInDay, Math.round((hoursInDay * HOUR_SECONDS) / intervalSeconds)));
}
