import { Spin } from 'antd';
import { useRef } from 'react';
import { factorLabel } from '#shared/domain/formula.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { formatTime } from '#shared/domain/time.ts';
import { legendHeight } from '#web/charts/ChartLegend.tsx';
import { type Hover, useHovered } from '#web/charts/hover.ts';
import { TimeChart, type TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import type { Asked } from './asked.ts';
import { HistoryChartHead } from './HistoryChartHead.tsx';
import styles from './history.module.css';
import { useHistoryPanels } from './useHistoryPanels.ts';

/** Lines of the selected factors; dragging zooms in. */
export function HistoryChart({ asked, hover }: { asked: Asked; hover: Hover }) {
  const t = useT();
  const language = useLanguage();
  const chart = useRef<TimeChartHandle>(null);
  const { query, sites, factors } = asked;
  const { data_type } = query;
  const { answer, courses, panels, from, to } = useHistoryPanels(asked);
  const marked = useHovered(hover);
  const showPeriod = useShowPeriod(data_type);
  const site_type = sites[0]?.site_type ?? 'air';

  const savePng = () => {
    const between = t('lists.between');
    const places = sites.map(({ site_name }) => site_name);
    const what = factors.map((factor) =>
      factorLabel(localName(factor, 'component_name', language), factor.formula),
    );
    const [first, last] = [from, to].map((at) => showTime(new Date(at).toISOString(), language));
    const link = document.createElement('a');
    link.href =
      chart.current?.png([
        places.join(between),
        what.join(between),
        `${t('history.png_span', { from: first, to: last })} · ${t(`sitePage.data_type_${data_type}`)}`,
      ]) ?? '';
    link.download = `${t('menu.historicaldata')} ${places[0] ?? ''} ${formatTime(new Date(from), 'yyyy-MM-dd')}.png`;
    link.click();
  };
  return (
    <section className={styles.panel} aria-label={t('history.chart')}>
      <HistoryChartHead
        query={query}
        reduced={courses?.some(({ reduced }) => reduced) ?? false}
        onSave={panels.length > 0 ? savePng : undefined}
      />
      {answer.error && !courses ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !courses ? (
        <ListSkeleton />
      ) : panels.length === 0 ? (
        <EmptyState title={t('sitePage.no_rows')} hint={t('sitePage.no_rows_hint')} />
      ) : (
        <Spin spinning={answer.isFetching} delay={300}>
          <div
            className={styles.chart}
            style={{
              height: chartHeight(panels.length) + legendHeight(panels.flatMap(({ lines }) => lines).length),
            }}
          >
            <TimeChart
              ref={chart}
              panels={panels}
              from={from}
              to={to}
              nameOf={(at) =>
                showPeriod(new Date(at - hourShift(data_type, site_type)).toISOString(), site_type)
              }
              label={t('history.chart_of', {
                names: panels.flatMap(({ lines }) => lines.map(({ name }) => name)).join(', '),
              })}
              onZoom={query.look}
              marked={marked}
              onHover={hover.set}
            />
          </div>
        </Spin>
      )}
    </section>
  );
}

/** Pixels: a single panel gets the usual height, several share a larger one. */
function chartHeight(panels: number): number {
  return panels === 1 ? 360 : Math.max(360, 68 + panels * 150);
}
