import { hourName, type PeriodCustom } from '#shared/domain/period-name.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { formatTime, wallTime } from '#shared/domain/time.ts';
import type { Language } from '#shared/i18n/index.ts';

const weekdays = {
  zh: new Intl.DateTimeFormat('zh-CN', { timeZone: 'UTC', weekday: 'short' }),
  en: new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' }),
};
const months = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });

/** What a line of a report is called: an hour by custom, a day by its date, a month by its name. */
export function lineName(kind: ReportKind, iso: string, custom: PeriodCustom, language: Language): string {
  const start = new Date(iso);
  const { month, day, year } = wallTime(start);
  // The same date at Greenwich, where no zone moves it.
  const date = new Date(Date.UTC(year, month - 1, day));
  switch (kind) {
    case 'day':
      return hourName(start, custom);
    case 'week':
      return `${formatTime(start, 'yyyy-MM-dd').slice(5)} ${weekdays[language].format(date)}`;
    case 'month':
      return formatTime(start, 'yyyy-MM-dd').slice(5);
    case 'year':
      return language === 'zh' ? `${month}月` : months.format(date);
  }
}
