import { englishFormat } from './english-date.ts';
import type { Language } from './language.ts';
import { hourName, type PeriodCustom } from './period-name.ts';
import type { ReportKind } from './report-period.ts';
import { formatTime, wallTime } from './time.ts';
import { DAY_MS } from './time-units.ts';

const weekdays = new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', weekday: 'short' });
const englishDay = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
const days = englishFormat(englishDay);
const weekDays = englishFormat({ ...englishDay, weekday: 'short' });
const months = englishFormat({ timeZone: 'UTC', month: 'short' });

/** The name of a report line: an hour by convention, a day by its date, a month by its name. */
export function lineName(kind: ReportKind, iso: string, custom: PeriodCustom, language: Language): string {
  const start = new Date(iso);
  const { month, day, year } = wallTime(start);
  // The same date in UTC, so that formatting does not shift it.
  const date = new Date(Date.UTC(year, month - 1, day));
  switch (kind) {
    case 'day':
      return hourName(start, custom);
    case 'week':
      return language === 'zh'
        ? `${formatTime(start, 'yyyy-MM-dd').slice(5)} ${weekdays.format(date)}`
        : weekDays.format(date);
    case 'month':
      return language === 'zh' ? formatTime(start, 'yyyy-MM-dd').slice(5) : days.format(date);
    case 'year':
      return language === 'zh' ? `${month}月` : months.format(date);
  }
}

/** The name of the report that begins here. */
export function reportName(kind: ReportKind, from: Date): string {
  const day = formatTime(from, 'yyyy-MM-dd');
  switch (kind) {
    case 'day':
      return day;
    case 'week':
      return `${day} – ${formatTime(new Date(from.getTime() + 6 * DAY_MS), 'yyyy-MM-dd')}`;
    case 'month':
      return day.slice(0, 'yyyy-MM'.length);
    case 'year':
      return day.slice(0, 'yyyy'.length);
  }
}
