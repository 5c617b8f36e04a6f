import { atWallTime, formatTime, networkZone, parseTime } from './time.ts';
import { DAY_MS } from './time-units.ts';

/** Day 0 of spreadsheets, which wrongly count a 29 February 1900. */
const serialEpoch = Date.UTC(1899, 11, 30);
/** The years 1970 to 2099: other numbers are no dates. */
const [firstSerial, lastSerial] = [25_569, 73_051];

const written = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[ T]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.0+)?)?$/;
const digits = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?$/;
const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * Parses a time: with an offset, as local time of the network in a common notation, or as a spreadsheet's day number.
 * An air hour may be labelled 24:00, which is the next midnight.
 */
export function parseFileTime(text: string, zone = networkZone()): Date | undefined {
  const said = text.trim();
  if (withOffset.test(said)) {
    const at = new Date(said);
    return Number.isNaN(at.getTime()) ? undefined : at;
  }
  const match = written.exec(said)?.toSpliced(2, 1) ?? digits.exec(said);
  if (match) return wallTimeOf(match.slice(1), zone);
  const serial = /^\d{5}(\.\d+)?$/.test(said) ? Number(said) : Number.NaN;
  if (!(serial >= firstSerial && serial < lastSerial)) return undefined;
  const shown = new Date(serialEpoch + Math.round(serial * 86_400) * 1000);
  return parseTime(shown.toISOString().slice(0, 19), zone);
}

function wallTimeOf(parts: readonly (string | undefined)[], zone: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const calendar = new Date(Date.UTC(year, month - 1, day));
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined;
  if (hour === 24 && minute === 0 && second === 0) {
    const next = new Date(calendar.getTime() + DAY_MS);
    const date = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
    return atWallTime({ ...date, hour: 0, minute: 0, second: 0 }, zone);
  }
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return atWallTime({ year, month, day, hour, minute, second }, zone);
}

/** The reverse: local time, or with an offset where local time would be ambiguous. */
export function fileTime(at: Date, zone = networkZone()): string {
  const shown = formatTime(at, 'yyyy-MM-dd HH:mm:ss', zone);
  return parseTime(shown, zone)?.getTime() === at.getTime() ? shown : at.toISOString();
}
