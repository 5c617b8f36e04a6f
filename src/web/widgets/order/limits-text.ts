import type { T } from '#web/i18n.ts';

/** Allowed range of a number, in words; undefined if unlimited. */
export function limitsText(
  t: T,
  { min, max }: { min: number | null; max: number | null },
): string | undefined {
  if (min !== null && max !== null) return t('orders.limits', { min, max });
  if (min !== null) return t('orders.limit_min', { min });
  return max === null ? undefined : t('orders.limit_max', { max });
}
