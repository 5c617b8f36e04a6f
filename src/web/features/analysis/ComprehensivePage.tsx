import { history } from '#shared/contract/readings/history.ts';
import { windCodes } from '#shared/domain/wind.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { useSites } from '#web/widgets/useSites.ts';
import { AnalysisBar, FactorSelect } from './AnalysisBar.tsx';
import { AnalysisPage } from './AnalysisPage.tsx';
import styles from './analysis.module.css';
import { SiteCharts } from './SiteCharts.tsx';
import { useAnalysisQuery } from './useAnalysisQuery.ts';

/** Analysis of one factor at one site, in charts that filter each other. */
export function ComprehensivePage() {
  const t = useT();
  const query = useAnalysisQuery();
  const { sites, answer: known } = useSites();
  const site =
    sites.find(({ site_id }) => site_id === query.site_ids[0]) ??
    sites.find(({ site_type, virtual_data }) => site_type === 'air' && !virtual_data) ??
    sites[0];
  const offered = useCall(
    history.factors,
    { site_ids: site ? [site.site_id] : [] },
    { enabled: site !== undefined, keepPrevious: true },
  );
  const all = offered.data?.data_info ?? [];
  const factors = all.filter(
    ({ averaging, derivation }) => averaging !== 'circular' && (derivation === null || query.level === 'day'),
  );
  const [first, second] = query.component_ids.map((id) =>
    factors.find(({ component_id }) => component_id === id),
  );
  const factor = first ?? factors[0];
  const other =
    (second === first ? undefined : second) ??
    factors.find((one) => one !== factor && one.unit === factor?.unit) ??
    factors[1] ??
    factor;
  const choose = (ids: (number | undefined)[]) => query.change({ factors: ids.flatMap((id) => id ?? []) });
  const error = known.error ?? offered.error;
  return (
    <AnalysisPage hint={t('analysis.charts_hint')}>
      <AnalysisBar query={query} site_ids={site ? [site.site_id] : []} several={false}>
        <FactorSelect
          label={t('analysis.factor')}
          factors={factors}
          value={factor?.component_id}
          // A factor beside itself says nothing: the two change places.
          onChange={(id) =>
            choose([id, id === other?.component_id ? factor?.component_id : other?.component_id])
          }
        />
        <FactorSelect
          label={t('analysis.other_factor')}
          factors={factors.filter((one) => one !== factor)}
          value={other?.component_id}
          onChange={(id) => choose([factor?.component_id, id])}
        />
      </AnalysisBar>
      {error ? (
        <section className={styles.panel}>
          <ListError error={error} onRetry={() => void (known.error ? known : offered).refetch()} />
        </section>
      ) : known.data && !site ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_site')} hint={t('history.no_site_hint')} />
        </section>
      ) : !offered.data || !site ? (
        <section className={styles.panel}>
          <ListSkeleton />
        </section>
      ) : !factor || !other ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_factor')} hint={t('history.no_factor_hint')} />
        </section>
      ) : (
        <SiteCharts
          query={query}
          site={site}
          factor={factor}
          other={other}
          speed={all.find(({ code_2017 }) => code_2017 === windCodes.speed)}
          direction={all.find(({ code_2017 }) => code_2017 === windCodes.direction)}
        />
      )}
    </AnalysisPage>
  );
}
