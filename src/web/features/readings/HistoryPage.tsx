import { Alert } from 'antd';
import { useState } from 'react';
import { history } from '#shared/contract/readings/history.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { useCall } from '#web/api/useCall.ts';
import { Hover } from '#web/charts/hover.ts';
import { useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { useSites } from '#web/widgets/useSites.ts';
import { HistoryChart } from './HistoryChart.tsx';
import { HistoryFigures } from './HistoryFigures.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import styles from './history.module.css';
import { QueryBar } from './QueryBar.tsx';
import { SavedQueries } from './SavedQueries.tsx';
import { useHistoryQuery } from './useHistoryQuery.ts';
import { useLastQuery } from './useLastQuery.ts';

/** So many factors of one site are shown before any are chosen; sites are compared by one. */
const usualFactors = 6;

/** What sites measured: sites × factors × data type × time, as a chart, figures and a table. */
export function HistoryPage() {
  const t = useT();
  const query = useHistoryQuery();
  const { site_ids, component_ids, data_type } = query;
  const isAsked = site_ids.length > 0;
  useLastQuery(isAsked);
  const { sites } = useSites();
  const answer = useCall(history.factors, { site_ids }, { enabled: isAsked, keepPrevious: true });
  // What is derived is made day by day.
  const hasDerived = data_type === 'day' || data_type === 'month';
  const offered = (answer.data?.data_info ?? []).filter(
    ({ derivation }) => hasDerived || derivation === null,
  );
  const chosen = offered.filter(({ component_id }) => component_ids.includes(component_id));
  const usual = offered
    .filter(({ derivation }) => derivation === null)
    .slice(0, site_ids.length > 1 ? 1 : usualFactors);
  const factors = chosen.length > 0 ? chosen : usual;
  const asked = {
    query,
    factors,
    sections: answer.data?.sections ?? [],
    // In lines, tables and pictures alike a site bears its mark beside its name.
    sites: sites
      .filter(({ site_id }) => site_ids.includes(site_id))
      .map((site) =>
        site.virtual_data
          ? { ...site, site_name: t('sitePage.virtual_name', { name: site.site_name }) }
          : site,
      ),
    selection: {
      site_ids,
      component_ids: factors.map(({ component_id }) => component_id),
      data_type,
      ...query.span,
    },
  };
  const [hover] = useState(() => new Hover());
  const { zoom, follows } = query;
  const shift = hourShift(data_type, asked.sites[0]?.site_type ?? 'air');
  // What is drawn in the part that is looked at began so much earlier.
  const looked =
    zoom && follows
      ? {
          ...asked,
          selection: {
            ...asked.selection,
            from: new Date(zoom.from - shift).toISOString(),
            to: new Date(zoom.to - shift + 1).toISOString(),
          },
        }
      : asked;
  return (
    <Page hint={t('history.hint')} actions={<SavedQueries isAsked={isAsked} />}>
      <QueryBar asked={asked} offered={offered} />
      {asked.sites.some(({ virtual_data }) => virtual_data) && (
        <Alert type="warning" showIcon title={t('history.virtual')} />
      )}
      {!isAsked ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_site')} hint={t('history.no_site_hint')}>
            <SitePicker
              multiple
              virtualByName
              label={t('history.sites')}
              placeholder={t('history.pick_sites')}
              value={site_ids}
              onChange={(ids) => query.ask({ sites: ids })}
            />
          </EmptyState>
        </section>
      ) : answer.error && !answer.data ? (
        <section className={styles.panel}>
          <ListError error={answer.error} onRetry={() => void answer.refetch()} />
        </section>
      ) : !answer.data || sites.length === 0 ? (
        <section className={styles.panel}>
          <ListSkeleton />
        </section>
      ) : factors.length === 0 ? (
        <section className={styles.panel}>
          <EmptyState title={t('history.no_factor')} hint={t('history.no_factor_hint')} />
        </section>
      ) : (
        <div className={styles.split}>
          <div className={styles.column}>
            <HistoryChart asked={asked} hover={hover} />
            <HistoryFigures asked={looked} />
          </div>
          <HistoryTable asked={looked} hover={hover} />
        </div>
      )}
    </Page>
  );
}
