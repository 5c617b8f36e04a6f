/** A time of day on the network's clocks. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Fourteen digits as a time that a calendar has; the end of a day may be called 24:00:00. */
export function readTime(digits: string): WallTime | undefined {
  if (digits.length !== 14) return undefined;
  const pair = (at: number) => digit(digits, at) * 10 + digit(digits, at + 1);
  const time = {
    year: pair(0) * 100 + pair(2),
    month: pair(4),
    day: pair(6),
    hour: pair(8),
    minute: pair(10),
    second: pair(12),
  };
  const { year, month, day, hour, minute, second } = time;
  const isDay =
    year >= 0 && day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0) && (month !== 2 || day < 29 || isLeap(time));
  const isEnd = hour === 24 && minute === 0 && second === 0;
  return isDay && (isEnd || (hour <= 23 && minute <= 59 && second <= 59)) ? time : undefined;
}

/** What is no digit makes every comparison fail. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function isLeap({ year }: WallTime): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Whether this is a time as the standards write it. */
export function isTime(text: string): boolean {
  const time = readTime(text);
  return time !== undefined && time.hour < 24;
}
