import { englishFormat } from '#shared/domain/english-date.ts';
import { formatTime, perZone } from '#shared/domain/time.ts';
import type { Language } from '#shared/i18n/index.ts';

const englishDayParts = { day: '2-digit', month: 'short', year: 'numeric' } as const;

const english = perZone((timeZone) =>
  englishFormat({
    timeZone,
    ...englishDayParts,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
);

/** Time in the network's time zone, formatted in the user's language. */
export function showTime(iso: string, language: Language): string {
  const at = new Date(iso);
  return language === 'en' ? english().format(at) : formatTime(at);
}

/** The same with milliseconds. */
export function showInstant(iso: string, language: Language): string {
  const ms = String(new Date(iso).getMilliseconds()).padStart(3, '0');
  return `${showTime(iso, language)}.${ms}`;
}

const englishDay = perZone((timeZone) => englishFormat({ timeZone, ...englishDayParts }));

/** English date in the network's time zone. */
export function englishDate(iso: string): string {
  return englishDay().format(new Date(iso));
}

const englishDates = englishFormat({ timeZone: 'UTC', ...englishDayParts });
const englishMonths = englishFormat({ timeZone: 'UTC', month: 'long', year: 'numeric' });

const englishWeekDates = englishFormat({
  timeZone: 'UTC',
  weekday: 'short',
  day: '2-digit',
  month: 'short',
});

/** Day heading within a week: Wed 18 Nov. */
export function showWeekDate(date: string, language: Language, weekday: string): string {
  return language === 'zh' ? `${weekday} ${date.slice(5)}` : englishWeekDates.format(new Date(date));
}

/** Heading of a single day: Wed 18 Nov 2026, 2026-11-18 周三. */
export function showDayHead(date: string, language: Language, weekday: string): string {
  const day = showDate(date, language);
  return language === 'zh' ? `${day} ${weekday}` : `${weekday} ${day}`;
}

const englishShortDates = englishFormat({
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});

/** Date without year: 18 Nov. */
export function showShortDate(date: string, language: Language): string {
  return language === 'zh' ? date.slice(5) : englishShortDates.format(new Date(date));
}

/** Date 2026-11-18 or month 2026-11 in the user's language. */
export function showDate(date: string, language: Language): string {
  if (language === 'zh') return date;
  return (date.length > 7 ? englishDates : englishMonths).format(new Date(date));
}
