import type { AirItem } from '#shared/contract/air/air.ts';
import type { WhyClassItem } from '#shared/contract/reports/reports.ts';
import { holdsBack, type ReportPeriod } from '#shared/domain/air-report.ts';
import { type Pollutant, pollutantOf } from '#shared/domain/pollutants.ts';
import type { T } from '#web/i18n.ts';
import { primaryText, printed } from '#web/widgets/air-words.ts';

/** Why the AQI has its value, or why none is published. */
export function aqiReason(
  t: T,
  period: ReportPeriod,
  { aqi, primary }: { aqi: number | null; primary: readonly Pollutant[] },
  items: readonly Pick<AirItem, 'figure' | 'iaqi' | 'mark'>[],
): string {
  if (aqi !== null) {
    const indices = items.flatMap(({ iaqi }) => iaqi ?? []).join(', ');
    return t('air.why_aqi', { indices, aqi, primary: primaryText(t, primary) });
  }
  const missing = items
    .filter((item) => holdsBack(period, item, items))
    .map(({ figure }) => printed(pollutantOf(figure)));
  return t('air.why_na', { items: [...new Set(missing)].join(t('air.joiner')) });
}

/** Why a flagged value is excluded. */
export function flagReason(t: T, flag: string): string {
  const word = `wire.flag_${flag}`;
  return t('why.flag', { flag, meaning: t.has(word) ? t.tx(word) : '?' });
}

export function boundText(bound: WhyClassItem['bounds'][number] | undefined): string {
  if (!bound) return '–';
  const { low, high } = bound;
  if (low !== null && high !== null) return `${low}–${high}`;
  return low !== null ? `≥ ${low}` : `≤ ${high}`;
}
