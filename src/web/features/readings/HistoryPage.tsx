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
import type { Asked } from './asked.ts';
import { HistoryChart } from './HistoryChart.tsx';
import { HistoryFigures } from './HistoryFigures.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import styles from './history.module.css';
import { QueryBar } from './QueryBar.tsx';
import { SavedQueries } from './SavedQueries.tsx';
import { type HistoryQuery, useHistoryQuery } from './useHistoryQuery.ts';
import { useLastQuery } from './useLastQuery.ts';

/** Factors selected by default for one site; several sites are compared by one factor. */
const usualFactors = 6;

/** Measurements of sites as chart, statistics and table. */
export function HistoryPage() {
  const t = useT();
  const query = useHistoryQuery();
  const { site_ids } = query;
  const isAsked = site_ids.length > 0;
  useLastQuery(isAsked);
  const { sites } = useSites();
  const { asked, offered, answer } = useAsked(query);
  const { factors } = asked;
  const [hover] = useState(() => new Hover());
  const looked = withinZoom(asked);
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

/** What is asked for, with the usual factors where none are chosen. */
function useAsked(query: HistoryQuery) {
  const t = useT();
  const { site_ids, component_ids, data_type } = query;
  const { sites } = useSites();
  const answer = useCall(history.factors, { site_ids }, { enabled: site_ids.length > 0, keepPrevious: true });
  // Derived factors exist for days and months only.
  const hasDerived = data_type === 'day' || data_type === 'month';
  const offered = (answer.data?.data_info ?? []).filter(
    ({ derivation }) => hasDerived || derivation === null,
  );
  const chosen = offered.filter(({ component_id }) => component_ids.includes(component_id));
  const usual = offered
    .filter(({ derivation }) => derivation === null)
    .slice(0, site_ids.length > 1 ? 1 : usualFactors);
  const factors = chosen.length > 0 ? chosen : usual;
  const asked: Asked = {
    query,
    factors,
    sections: answer.data?.sections ?? [],
    // The virtual mark is part of the name, so that it appears in charts, tables and pictures.
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
  return { asked, offered, answer };
}

/** What is asked for within the zoomed part of the chart, if the page follows it. */
function withinZoom(asked: Asked): Asked {
  const { zoom, follows } = asked.query;
  const shift = hourShift(asked.selection.data_type, asked.sites[0]?.site_type ?? 'air');
  // Values are drawn with an offset, which the queried range must undo.
  return zoom && follows
    ? {
        ...asked,
        selection: {
          ...asked.selection,
          from: new Date(zoom.from - shift).toISOString(),
          to: new Date(zoom.to - shift + 1).toISOString(),
        },
      }
    : asked;
}
