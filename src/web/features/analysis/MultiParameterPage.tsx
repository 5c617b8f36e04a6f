import { Alert, Select } from 'antd';
import { useMemo } from 'react';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type HistoryFactor, history } from '#shared/contract/readings/history.ts';
import { factorLabel, printedFormula } from '#shared/domain/formula.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { useSites } from '#web/widgets/useSites.ts';
import { AnalysisBar } from './AnalysisBar.tsx';
import { AnalysisPage } from './AnalysisPage.tsx';
import styles from './analysis.module.css';
import { CorrelationMatrix } from './CorrelationMatrix.tsx';
import { LinkedLines } from './LinkedLines.tsx';
import type { Row } from './row.ts';
import { TransferFit } from './TransferFit.tsx';
import { useAmbient } from './useAmbient.ts';
import { type AnalysisQuery, stepTimes, useAnalysisQuery } from './useAnalysisQuery.ts';

const usualSites = 2;
const usualFactors = 3;
/** Most rows of a matrix. */
const mostRows = 24;

/** Several factors of several sites: linked line charts and a correlation matrix. */
export function MultiParameterPage() {
  const t = useT();
  const query = useAnalysisQuery();
  const { sites, answer: known } = useSites();
  const usual = sites.filter(({ site_type, virtual_data }) => site_type === 'air' && !virtual_data);
  const site_ids =
    query.site_ids.length > 0
      ? query.site_ids.slice(0, 20)
      : usual.slice(0, usualSites).map(({ site_id }) => site_id);
  const offered = useCall(
    history.factors,
    { site_ids },
    { enabled: site_ids.length > 0, keepPrevious: true },
  );
  const factors = (offered.data?.data_info ?? []).filter(
    ({ averaging, derivation }) => averaging !== 'circular' && (derivation === null || query.level === 'day'),
  );
  const wanted = factors.filter(({ component_id }) => query.component_ids.includes(component_id));
  const fitting = Math.max(1, Math.floor(mostRows / Math.max(1, site_ids.length)));
  const asked = wanted.length > 0 ? wanted : factors.slice(0, usualFactors);
  const chosen = asked.slice(0, fitting);
  const answer = useCall(
    analysisValues.data,
    { site_ids, component_ids: chosen.map(({ component_id }) => component_id), ...query.span },
    { enabled: chosen.length > 0, keepPrevious: true },
  );
  const rows = useRows(answer.data, sites, factors);
  const ambient = useAmbient(query, site_ids, offered.data?.data_info ?? []);
  return (
    <AnalysisPage hint={t('analysis.multi_hint')}>
      <AnalysisBar query={query} site_ids={site_ids} several>
        <FactorsSelect query={query} factors={factors} chosen={chosen} />
      </AnalysisBar>
      {asked.length > chosen.length && (
        <Alert type="info" showIcon title={t('analysis.most_rows', { count: mostRows })} />
      )}
      {known.data && site_ids.length === 0 ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_site')} hint={t('history.no_site_hint')} />
        </section>
      ) : offered.data && chosen.length === 0 ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_factor')} hint={t('history.no_factor_hint')} />
        </section>
      ) : (
        <Answered answer={answer}>
          {({ start, steps }) =>
            rows.length === 0 ? (
              <section className={styles.panel}>
                <EmptyState title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />
              </section>
            ) : (
              <>
                <LinkedLines query={query} rows={rows} times={stepTimes(query.level, start, steps)} />
                <CorrelationMatrix query={query} rows={rows} times={stepTimes(query.level, start, steps)} />
                <TransferFit
                  query={query}
                  rows={rows}
                  times={stepTimes(query.level, start, steps)}
                  {...ambient}
                />
              </>
            )
          }
        </Answered>
      )}
    </AnalysisPage>
  );
}

/** A row for each site and factor with values. */
function useRows(
  data: AnswerOf<typeof analysisValues.data> | undefined,
  sites: readonly ShortSite[],
  factors: readonly HistoryFactor[],
): Row[] {
  const language = useLanguage();
  return useMemo(
    () =>
      (data?.series ?? []).flatMap(({ site_id, component_id, values }): Row[] => {
        const site = sites.find((one) => one.site_id === site_id);
        const factor = factors.find((one) => one.component_id === component_id);
        if (!site || !factor || values.every((value) => value === null)) return [];
        const name = printedFormula(factor.formula) || localName(factor, 'component_name', language);
        return [
          {
            key: `${site_id} ${component_id}`,
            name: `${site.site_name} ${name}`,
            factor_name: name,
            site,
            factor,
            values,
          },
        ];
      }),
    [data, sites, factors, language],
  );
}

interface FactorsSelectProps {
  query: AnalysisQuery;
  factors: readonly HistoryFactor[];
  chosen: readonly HistoryFactor[];
}

function FactorsSelect({ query, factors, chosen }: FactorsSelectProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <Select<number[]>
      className={styles.factors}
      mode="multiple"
      maxTagCount={1}
      maxTagPlaceholder={(left) => `+${left.length}`}
      aria-label={t('history.factors')}
      prefix={<span className={styles.label}>{t('history.factors')}</span>}
      disabled={factors.length === 0}
      value={chosen.map(({ component_id }) => component_id)}
      showSearch={searchedByLabel}
      popupMatchSelectWidth={260}
      options={factors.map((factor) => ({
        value: factor.component_id,
        label: factorLabel(localName(factor, 'component_name', language), factor.formula),
      }))}
      onChange={(ids) => query.change({ factors: ids })}
    />
  );
}
