import type { T } from '#web/i18n.ts';

/** Duration in minutes, or hours and minutes. */
export function durationText(t: T, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('articles.minutes_spent', { count: minutes });
  return t('articles.hours_spent', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
