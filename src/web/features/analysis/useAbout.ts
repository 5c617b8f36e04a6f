import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

/** Sites, factors and time range, for headings and file names of exports. */
export function useAbout(
  query: AnalysisQuery,
  sites: readonly ShortSite[],
  ...factors: HistoryFactor[]
): string[] {
  const t = useT();
  const language = useLanguage();
  const [first] = sites;
  const names = factors.map((factor) =>
    factorLabel(localName(factor, 'component_name', language), factor.formula),
  );
  const [from, to] = [query.from, query.to].map((at) => showTime(at, language));
  return [
    sites.length > 1
      ? t('sitePicker.several', { name: first?.site_name ?? '', count: sites.length })
      : (first?.site_name ?? ''),
    names.join(t('lists.between')),
    `${t('history.png_span', { from, to })} · ${t(`sitePage.data_type_${query.level}`)}`,
  ];
}
