import { DAY_MS } from './time-units.ts';
import { isIsoDate } from './validators.ts';

/** The network's time zone, unless the platform configuration sets another one. */
export const defaultZone = 'Asia/Shanghai';

let zoneInUse = defaultZone;

/** The zone of the network: the default for display, parsing and day boundaries. */
export function networkZone(): string {
  return zoneInUse;
}

export function setNetworkZone(zone: string): void {
  zoneInUse = zone;
}

/** Caches a value that is expensive to make and depends on the zone; made again when the zone changes. */
export function perZone<Made>(make: (zone: string) => Made): () => Made {
  let made: { zone: string; it: Made } | undefined;
  return () => {
    if (made?.zone !== zoneInUse) made = { zone: zoneInUse, it: make(zoneInUse) };
    return made.it;
  };
}

/** Local time. `month` counts from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Cached: creating a formatter costs far more than using it.
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

export function wallTime(at: Date, zone = networkZone()): WallTime {
  const wall: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatterOf(zone).formatToParts(at)) {
    if (type in wall) wall[type as keyof WallTime] = Number(value);
  }
  return wall;
}

function asUtcMs({ year, month, day, hour, minute, second }: WallTime): number {
  const date = new Date(0);
  // setUTCFullYear, because Date.UTC reads the years 0–99 as 1900–1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}

// Cached by quarter of an hour, because Intl is slower than parsing a whole packet, and offsets only change at
// quarters.
const quarterMs = 900_000;
const offsets = new Map<string, Map<number, number>>();
const offsetsKept = 10_000;

/** Offset of the zone from UTC at this moment. */
export function offsetMs(atMs: number, zone = networkZone()): number {
  const quarter = Math.floor(atMs / quarterMs);
  let known = offsets.get(zone);
  if (!known || known.size > offsetsKept) {
    known = new Map();
    offsets.set(zone, known);
  }
  let offset = known.get(quarter);
  if (offset === undefined) {
    const start = quarter * quarterMs;
    offset = asUtcMs(wallTime(new Date(start), zone)) - start;
    known.set(quarter, offset);
  }
  return offset;
}

/**
 * The moment of a local time. With clock changes (China until 1991), a time that occurs twice means the first one; a
 * skipped time is moved by the skipped amount.
 */
export function atWallTime(wall: WallTime, zone = networkZone()): Date {
  const wanted = asUtcMs(wall);
  const before = wanted - offsetMs(wanted - DAY_MS, zone);
  const after = wanted - offsetMs(wanted + DAY_MS, zone);
  const shown = [before, after].sort((a, b) => a - b).find((ms) => ms + offsetMs(ms, zone) === wanted);
  return new Date(shown ?? before);
}

/** The same local time a year before; 29 February becomes 1 March. */
export function yearBefore(at: Date, zone = networkZone()): Date {
  return yearsLater(at, -1, zone);
}

export function yearAfter(at: Date, zone = networkZone()): Date {
  return yearsLater(at, 1, zone);
}

function yearsLater(at: Date, years: number, zone: string): Date {
  const wall = wallTime(at, zone);
  return atWallTime({ ...wall, year: wall.year + years }, zone);
}

export function startOfDay(at: Date, zone = networkZone()): Date {
  const shown = at.getTime() + offsetMs(at.getTime(), zone);
  const midnight = new Date(Math.floor(shown / DAY_MS) * DAY_MS);
  const [year, month, day] = [midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, midnight.getUTCDate()];
  return atWallTime({ year, month, day, hour: 0, minute: 0, second: 0 }, zone);
}

export type TimePattern = 'yyyy-MM-dd HH:mm:ss' | 'yyyy-MM-dd HH:mm' | 'yyyy-MM-dd' | 'HH:mm:ss' | 'HH:mm';

/** '' for an invalid date. */
export function formatTime(
  at: Date,
  pattern: TimePattern = 'yyyy-MM-dd HH:mm:ss',
  zone = networkZone(),
): string {
  if (Number.isNaN(at.getTime())) return '';
  const wall = wallTime(at, zone);
  const two = (part: number) => String(part).padStart(2, '0');
  return pattern
    .replace('yyyy', String(wall.year).padStart(4, '0'))
    .replace('MM', two(wall.month))
    .replace('dd', two(wall.day))
    .replace('HH', two(wall.hour))
    .replace('mm', two(wall.minute))
    .replace('ss', two(wall.second));
}

/** Parses `yyyy-MM-dd`, optionally with `HH:mm` or `HH:mm:ss`, as local time of the zone. */
export function parseTime(text: string, zone = networkZone()): Date | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!match || !isIsoDate(text.slice(0, 10))) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return atWallTime({ year, month, day, hour, minute, second }, zone);
}
