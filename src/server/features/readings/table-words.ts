import type { FactorColumn, MeasuredType } from '#shared/contract/readings/readings.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { formatNumber, truncate } from '#shared/domain/numbers.ts';
import { periodCustom } from '#shared/domain/period-name.ts';
import type { Language } from '#shared/i18n/index.ts';

export function factorName(
  {
    component_name,
    component_name_en,
    formula,
  }: Pick<FactorColumn, 'component_name' | 'component_name_en' | 'formula'>,
  language: Language,
): string {
  const name = (language === 'en' && component_name_en) || component_name;
  return factorLabel(name, formula);
}

/** The heading of the time column. For hours it names the labelling custom if all sites share it. */
export function hourHeading(
  data_type: MeasuredType,
  sites: readonly { site_type: Parameters<typeof periodCustom>[0] }[],
  word: (key: string) => string,
): string {
  const customs = new Set(sites.map(({ site_type }) => periodCustom(site_type)));
  const [custom] = customs;
  return word(data_type === 'hour' && customs.size === 1 ? `sitePage.time_${custom}` : 'sitePage.time');
}

/** CSV has text with the decimals of the page; Excel gets numbers. */
export function figureAs(
  format: 'xlsx' | 'csv' | undefined,
): (value: number, decimals: number) => string | number {
  return format === 'csv' ? formatNumber : truncate;
}
