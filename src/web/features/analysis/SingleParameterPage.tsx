import { Select, Spin } from 'antd';
import { useMemo } from 'react';
import { siteComparison } from '#shared/contract/analysis/comparison.ts';
import { history } from '#shared/contract/readings/history.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { numbersIn } from '#web/ui/number-list.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { useSites } from '#web/widgets/useSites.ts';
import { AnalysisBar, FactorSelect } from './AnalysisBar.tsx';
import { AnalysisPage } from './AnalysisPage.tsx';
import styles from './analysis.module.css';
import { ComparisonChart } from './ComparisonChart.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { PairPanel } from './PairPanel.tsx';
import { useAnalysisQuery } from './useAnalysisQuery.ts';

/** Sites compared by default. */
const usualSites = 20;
const mostSites = 500;

function chosenOf(sites: readonly ShortSite[], asked: readonly number[]): readonly number[] {
  if (asked.length > 0) return asked;
  const usual = sites.filter(({ site_type, virtual_data }) => site_type === 'air' && !virtual_data);
  return usual.slice(0, usualSites).map(({ site_id }) => site_id);
}

/** Compares one factor across many sites: ranking, change and outliers. */
export function SingleParameterPage() {
  const t = useT();
  const query = useAnalysisQuery();
  const { sites, answer: known } = useSites();
  const asked = query.params.get('sites');
  const chosen = useMemo(() => chosenOf(sites, numbersIn(asked)), [sites, asked]);
  const site_ids = useMemo(() => chosen.slice(0, mostSites), [chosen]);
  const offered = useCall(
    history.factors,
    { site_ids },
    { enabled: site_ids.length > 0, keepPrevious: true },
  );
  const factors = (offered.data?.data_info ?? []).filter(
    ({ averaging, derivation }) => averaging !== 'circular' && (derivation === null || query.level === 'day'),
  );
  const factor = factors.find(({ component_id }) => component_id === query.component_ids[0]) ?? factors[0];
  const reference_id = query.numbers('reference').find((id) => site_ids.includes(id));
  const answer = useCall(
    siteComparison.data,
    {
      site_ids,
      component_id: factor?.component_id ?? 0,
      ...query.span,
      ...(reference_id && { reference_id }),
    },
    { enabled: factor !== undefined, keepPrevious: true },
  );
  // The same list as long as nothing changes in it, or hundreds of lines would be drawn again.
  const compared = useMemo(() => {
    const among = new Set(site_ids);
    return sites.filter(({ site_id }) => among.has(site_id));
  }, [sites, site_ids]);
  return (
    <AnalysisPage hint={t('analysis.single_hint')}>
      <AnalysisBar query={query} site_ids={site_ids} several>
        <FactorSelect
          label={t('analysis.factor')}
          factors={factors}
          value={factor?.component_id}
          onChange={(component_id) => query.change({ factors: component_id })}
        />
        <Select<number>
          className={styles.factor}
          allowClear
          aria-label={t('analysis.reference')}
          prefix={<span className={styles.label}>{t('analysis.reference')}</span>}
          placeholder={t('analysis.no_reference')}
          value={reference_id}
          showSearch={searchedByLabel}
          popupMatchSelectWidth={260}
          options={compared.map(({ site_id, site_name }) => ({ value: site_id, label: site_name }))}
          onChange={(site_id) => query.change({ reference: site_id })}
        />
        {chosen.length > mostSites && (
          <span className={styles.soft}>{t('analysis.first_sites', { count: mostSites })}</span>
        )}
      </AnalysisBar>
      {known.data && site_ids.length === 0 ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_site')} hint={t('history.no_site_hint')} />
        </section>
      ) : offered.data && !factor ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_factor')} hint={t('history.no_factor_hint')} />
        </section>
      ) : (
        <Answered answer={answer}>
          {(comparison) =>
            factor &&
            (comparison.data_info.every(({ n }) => n === 0) ? (
              <section className={styles.panel}>
                <EmptyState title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />
              </section>
            ) : (
              <>
                {/* The previous answer may be of another factor, under whose name its figures would be wrong. */}
                <Spin spinning={answer.isPlaceholderData} delay={300}>
                  <div className={styles.ranked}>
                    <ComparisonChart query={query} sites={compared} factor={factor} comparison={comparison} />
                    <ComparisonTable
                      query={query}
                      sites={compared}
                      factor={factor}
                      rows={comparison.data_info}
                    />
                  </div>
                </Spin>
                <PairPanel query={query} sites={compared} factor={factor} />
              </>
            ))
          }
        </Answered>
      )}
    </AnalysisPage>
  );
}
