import { formatTime, networkZone } from './time.ts';
import { HOUR_MS } from './time-units.ts';

export type PeriodCustom = 'start' | 'end';

/** Air hours are labelled by their end, water hours by their start; mobile stations measure air. */
export function periodCustom(site_type: 'air' | 'water' | 'mobile'): PeriodCustom {
  return site_type === 'water' ? 'start' : 'end';
}

/** From the start of a period to its position on charts: an hour labelled by its end is drawn there. */
export function hourShift(period: Period, site_type: 'air' | 'water' | 'mobile'): number {
  return period === 'hour' && periodCustom(site_type) === 'end' ? HOUR_MS : 0;
}

/** The label of the hour that begins here. By end time, the last hour of a day is 24:00 of that day. */
export function hourName(start: Date, custom: PeriodCustom, zone = networkZone()): string {
  if (custom === 'start') return formatTime(start, 'HH:mm', zone);
  const end = formatTime(new Date(start.getTime() + HOUR_MS), 'HH:mm', zone);
  return end === '00:00' ? '24:00' : end;
}

export type Period = 'realtime' | 'minute' | 'hour' | 'day' | 'month';

/** The label of the period that begins here: seconds for a moment, an hour by custom, the date of a day. */
export function periodName(start: Date, period: Period, custom: PeriodCustom, zone = networkZone()): string {
  const date = formatTime(start, 'yyyy-MM-dd', zone);
  switch (period) {
    case 'realtime':
      return formatTime(start, 'yyyy-MM-dd HH:mm:ss', zone);
    case 'minute':
      return formatTime(start, 'yyyy-MM-dd HH:mm', zone);
    case 'hour':
      return `${date} ${hourName(start, custom, zone)}`;
    case 'day':
      return date;
    case 'month':
      return date.slice(0, 'yyyy-MM'.length);
  }
}
