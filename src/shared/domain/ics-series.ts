import { isWeekend, type Repeat, type Span } from './meeting-dates.ts';
import { networkZone, offsetMs, wallTime } from './time.ts';
import { MINUTE_MS } from './time-units.ts';

/** A recurring meeting as one invitation. */
export interface Series {
  every: Repeat;
  /** All starts by the rule, in order. The first and the last take place. */
  planned: readonly Date[];
  /** Those of them that are cancelled. */
  skipped: readonly Date[];
}

const rules: Record<Repeat, string> = {
  day: 'FREQ=DAILY',
  weekday: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  week: 'FREQ=WEEKLY',
  two_weeks: 'FREQ=WEEKLY;INTERVAL=2',
  // Months without that day are skipped, both by RFC 5545 and by `meetingDates`.
  month: 'FREQ=MONTHLY',
};

export const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const two = (part: number) => String(part).padStart(2, '0');

function local(at: Date): string {
  const { year, month, day, hour, minute, second } = wallTime(at);
  return `${String(year).padStart(4, '0')}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}`;
}

/**
 * Whether a recurrence rule gives exactly these dates. A series by working days may begin on a weekend; and if clocks
 * change between two dates, the rule would need the zone's whole history.
 */
function hasRule({ every, planned }: Series, { starts_at, ends_at }: Span): boolean {
  if (every === 'weekday' && isWeekend(starts_at)) return false;
  const offset = offsetMs(starts_at.getTime());
  return [ends_at, ...planned].every((at) => offsetMs(at.getTime()) === offset);
}

function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** The time zone as it is on all dates of the series. */
function zoneLines(at: Date): string[] {
  const offset = offsetText(offsetMs(at.getTime()));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${networkZone()}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
}

/**
 * The times of a series. A rule uses local time, because in UTC the first of a month may be the last of another.
 * Without a rule the dates are listed.
 */
export function seriesLines(series: Series, first: Span): { zone: string[]; event: string[] } {
  const { planned, skipped } = series;
  const left = new Set(skipped.map((at) => at.getTime()));
  if (!hasRule(series, first)) {
    const later = planned.slice(1).filter((at) => !left.has(at.getTime()));
    return {
      zone: [],
      event: [
        `DTSTART:${utc(first.starts_at)}`,
        `DTEND:${utc(first.ends_at)}`,
        ...(later.length > 0 ? [`RDATE:${later.map(utc).join(',')}`] : []),
      ],
    };
  }
  const zone = `;TZID=${networkZone()}`;
  return {
    zone: zoneLines(first.starts_at),
    event: [
      `DTSTART${zone}:${local(first.starts_at)}`,
      `DTEND${zone}:${local(first.ends_at)}`,
      `RRULE:${rules[series.every]};COUNT=${planned.length}`,
      ...(skipped.length > 0 ? [`EXDATE${zone}:${skipped.map(local).join(',')}`] : []),
    ],
  };
}
