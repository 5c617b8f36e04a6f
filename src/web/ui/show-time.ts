import { formatTime, perZone } from '#shared/domain/time.ts';
import type { Language } from '#shared/i18n/index.ts';

const englishDayParts = { day: '2-digit', month: 'short', year: 'numeric' } as const;

const english = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      ...englishDayParts,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
);

/** A moment on the network's wall clock, as the reader's language writes it. */
export function showTime(iso: string, language: Language): string {
  const at = new Date(iso);
  return language === 'en' ? english().format(at) : formatTime(at);
}

/** The same with the milliseconds, for what happens many times a second. */
export function showInstant(iso: string, language: Language): string {
  const ms = String(new Date(iso).getMilliseconds()).padStart(3, '0');
  return `${showTime(iso, language)}.${ms}`;
}

const englishDay = perZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, ...englishDayParts }));

/** Its day, in English. */
export function englishDate(iso: string): string {
  return englishDay().format(new Date(iso));
}

const englishDates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...englishDayParts });
const englishMonths = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

const englishWeekDates = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: '2-digit',
  month: 'short',
});

/** The head of a day in a week: Wed 18 Nov. */
export function showWeekDate(date: string, language: Language, weekday: string): string {
  return language === 'zh' ? `${weekday} ${date.slice(5)}` : englishWeekDates.format(new Date(date));
}

/** The head of a day by itself: Wed 18 Nov 2026, 2026-11-18 周三. */
export function showDayHead(date: string, language: Language, weekday: string): string {
  const day = showDate(date, language);
  return language === 'zh' ? `${day} ${weekday}` : `${weekday} ${day}`;
}

const englishShortDates = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});

/** A day where its year is known: 18 Nov. */
export function showShortDate(date: string, language: Language): string {
  return language === 'zh' ? date.slice(5) : englishShortDates.format(new Date(date));
}

/** A date of the calendar, 2026-11-18, or a month of it, 2026-11, as the reader's language writes it. */
export function showDate(date: string, language: Language): string {
  if (language === 'zh') return date;
  return (date.length > 7 ? englishDates : englishMonths).format(new Date(date));
}
