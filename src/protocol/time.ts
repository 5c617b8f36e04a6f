/** A local time of the network. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Parses fourteen digits; undefined if it is not a calendar time. The end of a day may be 24:00:00. */
export function readTime(digits: string): WallTime | undefined {
  if (digits.length !== 14) return undefined;
  const time = {
    year: pair(digits, 0) * 100 + pair(digits, 2),
    month: pair(digits, 4),
    day: pair(digits, 6),
    hour: pair(digits, 8),
    minute: pair(digits, 10),
    second: pair(digits, 12),
  };
  const { year, month, day, hour, minute, second } = time;
  const isDay =
    year >= 0 && day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0) && (month !== 2 || day < 29 || isLeap(time));
  const isEnd = hour === 24 && minute === 0 && second === 0;
  return isDay && (isEnd || (hour <= 23 && minute <= 59 && second <= 59)) ? time : undefined;
}

function pair(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/** NaN for other characters, so that every comparison fails. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function isLeap({ year }: WallTime): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Whether this is a time in the form of the standards. */
export function isTime(text: string): boolean {
  const time = readTime(text);
  return time !== undefined && time.hour < 24;
}
