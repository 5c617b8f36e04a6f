import { bucketEnd, bucketOf, type Level } from './buckets.ts';
import { ozoneWindows } from './ozone.ts';
import { DAY_MS, HOUR_SECONDS } from './time-units.ts';

/**
 * Flags whose values are used for averages and assessment; values with other flags are shown with a mark and left out.
 */
const usualFlags: ReadonlySet<string> = new Set(['', 'N']);

/** Flags that a product line may accept in addition. */
export const otherFlags = [
  ...(['F', 'M', 'S', 'D', 'C', 'T', 'B', 'P', 'L'] as const),
  ...(['lr', 'lp', 'lw', 'ls', 'ra', 'pt'] as const),
] as const;

/** The accepted flags, with these in addition to the usual ones. */
export function countingFlags(besides: readonly string[] = []): ReadonlySet<string> {
  return besides.length === 0 ? usualFlags : new Set([...usualFlags, ...besides]);
}

/** A value entered at the station (S) is accepted once a person here has reviewed it (origin r). */
export function counts(flag: string, origin: string, counting = usualFlags): boolean {
  return counting.has(flag) || (flag === 'S' && origin === 'r');
}

/** The valid range of a factor. */
export interface ValueRule {
  min: number | null;
  max: number | null;
  /** Detection limit of the instrument; 0 if unknown. */
  detection: number;
}

/**
 * The value to use: itself within the range, zero between minus the detection limit and zero, null if it is invalid.
 */
export function countedValue(value: number, { min, max, detection }: ValueRule): number | null {
  if (max !== null && value > max) return null;
  if (min === null || value >= min) return value;
  return min === 0 && value >= -detection ? 0 : null;
}

/** Minimum coverage of a month and a year of water (环办〔2011〕22号); a setting of the product line. */
export interface WaterNeeds {
  /** Valid days of a month. */
  month_days: number;
  /** Months of a year with that many days. */
  year_months: number;
}

export const usualWaterNeeds: WaterNeeds = { month_days: 1, year_months: 8 };

/** Coverage of one factor in a period. */
export interface Coverage {
  valid: number;
  expected: number;
  /** For water, whose days and months do not follow the rules for air. */
  water?: WaterNeeds | undefined;
}

/**
 * GB 3095: an hour needs 45 minutes, a day 20 of 24 hours, a month 27 days (February 25). The same percentages apply if
 * fewer values are expected. The 17 ozone windows of a day need 14.
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

/** For water, a day is the mean of its valid values and a month the mean of its valid days. */
export function neededOf(level: Level, { expected, water }: Pick<Coverage, 'expected' | 'water'>): number {
  if (!water || level === 'hour') return neededValues[level](expected);
  return level === 'day' ? 1 : water.month_days;
}

/** Whether a year of water has enough valid months. */
export function isValidWaterYear(months: readonly Coverage[], needs: WaterNeeds): boolean {
  return months.filter((month) => isValid('month', { ...month, water: needs })).length >= needs.year_months;
}

/** Valid days that a year needs, and each of its months. */
export interface YearNeeds {
  days: number;
  ofMonth(expected: number): number;
}

/** TSP, lead and benzo[a]pyrene are sampled manually. */
const sampled: ReadonlySet<string> = new Set(['a34001', 'a20044', 'a25044']);

/** GB 3095: 324 days and every month valid; for manual samples 60, with 5 in each month. */
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
 * Whether valid days (their starts in milliseconds) are enough for the month or year that a period is. Null for other
 * periods: no standard has a rule.
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

/** Real-time values expected in an hour. */
export function expectedRealtime(intervalSeconds: number): number {
  return Math.max(1, Math.round(HOUR_SECONDS / intervalSeconds));
}

/**
 * Minute values expected in an hour. Loggers send one every minute or, if configured, every 2 to 30 minutes: the step
 * is the greatest common divisor of the minutes seen. If labels are end times and the protocol does not state the step,
 * values are stored one minute before their labels.
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

/** Values of a data type expected in a period, by the station's interval; minute values by the logger's step. */
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

/** Hours with a value expected in a day of this many hours. */
export function expectedHours(hoursInDay: number, intervalSeconds: number): number {
  return Math.max(1, Math.min(hoursInDay, Math.round((hoursInDay * HOUR_SECONDS) / intervalSeconds)));
}
