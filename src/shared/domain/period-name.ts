import { formatTime, networkZone } from './time.ts';
import { HOUR_MS } from './time-units.ts';

export type PeriodCustom = 'start' | 'end';

/** Air hours are called by their end, those of water by their start; what drives about measures air. */
export function periodCustom(site_type: 'air' | 'water' | 'mobile'): PeriodCustom {
  return site_type === 'water' ? 'start' : 'end';
}

/** From the start of a period to where charts draw it: an hour that is called by its end stands there. */
export function hourShift(period: Period, site_type: 'air' | 'water' | 'mobile'): number {
  return period === 'hour' && periodCustom(site_type) === 'end' ? HOUR_MS : 0;
}

/** The clock's name of the hour that begins here. By its end the day's last hour is 24:00, and of that day. */
export function hourName(start: Date, custom: PeriodCustom, zone = networkZone()): string {
  if (custom === 'start') return formatTime(start, 'HH:mm', zone);
  const end = formatTime(new Date(start.getTime() + HOUR_MS), 'HH:mm', zone);
  return end === '00:00' ? '24:00' : end;
}

export type Period = 'realtime' | 'minute' | 'hour' | 'day' | 'month';

/** What the period that begins here is called: an instant by its seconds, an hour by custom, a day by its date. */
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
