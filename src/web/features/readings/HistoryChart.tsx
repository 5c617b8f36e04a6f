import { DownloadOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select, Spin, Tooltip } from 'antd';
import { useMemo, useRef } from 'react';
import { history } from '#shared/contract/readings/history.ts';
import { factorLabel, printedFormula } from '#shared/domain/formula.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useCall } from '#web/api/useCall.ts';
import { legendHeight } from '#web/charts/ChartLegend.tsx';
import { type Hover, useHovered } from '#web/charts/hover.ts';
import { TimeChart, type TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { useLanguage, useT } from '#web/i18n.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { localName } from '#web/ui/local-name.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import type { Asked } from './asked.ts';
import { chartPanels, pastSpan, spanAround } from './chart-panels.ts';
import styles from './history.module.css';
import { type Comparison, comparisons } from './useHistoryQuery.ts';

/** As many stretches as the screen is wide: more could not be told apart. */
const width = Math.min(4000, Math.max(400, Math.ceil(window.innerWidth / 100) * 100));

/** The courses of the chosen factors; drawing over a time looks at it more closely. */
export function HistoryChart({ asked, hover }: { asked: Asked; hover: Hover }) {
  const t = useT();
  const language = useLanguage();
  const chart = useRef<TimeChartHandle>(null);
  const { query, sites, factors, sections, selection } = asked;
  const { zoom, data_type } = query;
  const span = zoom ? spanAround(data_type, zoom) : { from: selection.from, to: selection.to };
  const answer = useCall(history.course, { ...selection, ...span, width }, { keepPrevious: true });
  const courses = answer.data?.data_info;
  const [from, to] = [zoom?.from ?? Date.parse(query.from), zoom?.to ?? Date.parse(query.to)];
  const { compare } = query;
  const whole = { from: Date.parse(query.from), to: Date.parse(query.to) };
  const past = compare && pastSpan(compare, whole);
  const pastSelection = past && {
    ...selection,
    from: new Date(Date.parse(span.from) - past.shiftMs).toISOString(),
    to: new Date(Date.parse(span.to) - past.shiftMs).toISOString(),
  };
  const pastAnswer = useCall(
    history.course,
    { ...(pastSelection ?? selection), width },
    { keepPrevious: true, enabled: past !== undefined },
  );
  const pastCourses = past && pastAnswer.data?.data_info;
  const shiftMs = past?.shiftMs ?? 0;
  const marked = useHovered(hover);
  const showPeriod = useShowPeriod(data_type);
  const site_type = sites[0]?.site_type ?? 'air';
  const panels = useMemo(
    () =>
      chartPanels({
        courses: courses ?? [],
        sites,
        factors,
        sections,
        data_type,
        from,
        to,
        nameOf: (factor) => printedFormula(factor.formula) || localName(factor, 'component_name', language),
        limitSort: ({ target }) =>
          target === undefined
            ? t('history.limit')
            : t('history.class_limit', { class: t.tx(`standards.class_${target}`) }),
        past: compare &&
          pastCourses && {
            courses: pastCourses,
            shiftMs,
            nameOf: (name) => t(`history.compared_${compare}`, { name }),
          },
      }).filter(({ lines }) => lines.length > 0),
    [courses, pastCourses, compare, shiftMs, sites, factors, sections, data_type, from, to, language, t],
  );

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
      <header className={styles.head}>
        <h2>{t('history.chart')}</h2>
        <span className={styles.note}>
          {courses?.some(({ reduced }) => reduced) ? t('history.reduced') : t('history.draw')}
        </span>
        <Select<Comparison | 'none'>
          size="small"
          aria-label={t('history.compare')}
          value={compare ?? 'none'}
          popupMatchSelectWidth={false}
          options={(['none', ...comparisons] as const).map((value) => ({
            value,
            label: t(`history.compare_${value}`),
          }))}
          onChange={(value) => query.change({ compare: value === 'none' ? undefined : value })}
        />
        {zoom && (
          <Tooltip title={t('history.follow_hint')}>
            <Checkbox
              checked={query.follows}
              onChange={({ target }) => query.change({ follow: target.checked ? '1' : undefined })}
            >
              {t('history.follow')}
            </Checkbox>
          </Tooltip>
        )}
        {zoom && (
          <Button size="small" icon={<ZoomOutOutlined />} onClick={() => query.look(undefined)}>
            {t('history.whole')}
          </Button>
        )}
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          title={t('history.png')}
          aria-label={t('history.png')}
          disabled={panels.length === 0}
          onClick={savePng}
        />
      </header>
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

/** One panel is as high as a screen has room for; more of them share more. */
function chartHeight(panels: number): number {
  return panels === 1 ? 360 : Math.max(360, 68 + panels * 150);
}
