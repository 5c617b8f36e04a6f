import type { AirFigure } from '#shared/domain/air-figures.ts';
import { meanKey } from '#shared/domain/air-form.ts';
import type { ReportPeriod } from '#shared/domain/air-report.ts';
import type { AqiEdition } from '#shared/domain/air-rules.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { hourName, periodName } from '#shared/domain/period-name.ts';
import { type Pollutant, pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { T } from '#web/i18n.ts';
import { englishDate } from '#web/ui/show-time.ts';

export const printed = (pollutant: Pollutant) => printedFormula(pollutantFacts[pollutant].formula);

/** No pollutant is primary at level 1. */
export function primaryText(t: T, primary: readonly Pollutant[]): string {
  return primary.length === 0 ? '–' : primary.map(printed).join(t('air.joiner'));
}

export const meanText = (t: T, period: ReportPeriod, figure: AirFigure) =>
  t.tx(`air.mean_${meanKey(period, figure)}`);

/** Air quality hours are labelled by their end. */
export function periodText(language: Language, period: ReportPeriod, start: string): string {
  const at = new Date(start);
  if (language === 'zh') return periodName(at, period, 'end');
  return period === 'hour' ? `${englishDate(start)}, ${hourName(at, 'end')}` : englishDate(start);
}

export function editionText(t: T, editions: readonly AqiEdition[]): string {
  const [first = '2026', second] = editions;
  return second
    ? t('air.edition_both', { before: t('standards.aqi_2012'), since: t('standards.aqi_2026') })
    : t('air.edition_only', { edition: t(`standards.aqi_${first}`) });
}
