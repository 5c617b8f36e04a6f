import { Segmented } from 'antd';
import { type RefObject, useCallback, useMemo } from 'react';
import type { siteComparison } from '#shared/contract/analysis/comparison.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import type { TimeChartHandle } from '#web/charts/TimeChart.tsx';
import { useT } from '#web/i18n.ts';
import { numbersIn } from '#web/ui/number-list.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import { barsOption, boxesOption } from './comparison-options.ts';
import { Multiples } from './Multiples.tsx';
import { type NamedComparison, namedComparison } from './named-comparison.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod, inUnit } from './save-csv.ts';
import { useAbout } from './useAbout.ts';
import { type AnalysisQuery, stepTimes } from './useAnalysisQuery.ts';

const views = ['overlay', 'multiples', 'bars', 'box'] as const;
/** With more lines, all but the highlighted ones are dimmed. */
const distinctLines = 8;

interface ComparisonChartProps {
  query: AnalysisQuery;
  sites: readonly ShortSite[];
  factor: HistoryFactor;
  comparison: AnswerOf<typeof siteComparison.data>;
}

/** Compares sites: overlaid lines, small multiples, bars of means or box plots. */
export function ComparisonChart({ query, sites, factor, comparison }: ComparisonChartProps) {
  const t = useT();
  const view = views.find((one) => one === query.params.get('view')) ?? 'overlay';
  const about = useAbout(query, sites, factor);
  const rows = useMemo(() => namedComparison(comparison.data_info, sites), [comparison, sites]);
  const pair = query.numbers('pair');
  const pick = (site_id: number) =>
    query.change({ pair: [...pair.filter((id) => id !== site_id), site_id].slice(-2) });
  const drawBars = useCallback((look: Look) => barsOption(rows, factor, look), [rows, factor]);
  const drawBoxes = useCallback((look: Look) => boxesOption(rows, factor, look), [rows, factor]);
  const { start, steps, stretch } = comparison;
  const times = useMemo(
    () => stepTimes(query.level, start, steps).filter((_, i) => i % stretch === 0),
    [query.level, start, steps, stretch],
  );
  return (
    <ChartCard
      title={t('analysis.comparison')}
      note={
        view !== 'overlay'
          ? t('analysis.pick_two')
          : stretch > 1
            ? t('analysis.stretched', { count: stretch })
            : t('history.draw')
      }
      about={about}
      rows={() => [
        [t('sitePage.time'), ...rows.map(({ name }) => inUnit(name, factor))],
        ...times.map((at, i) => [
          csvPeriod(at, query.level, sites[0]?.site_type ?? 'air'),
          ...rows.map(({ line }) => formatNumber(line[i], factor.decimals)),
        ]),
      ]}
      tools={
        <Segmented
          size="small"
          aria-label={t('analysis.view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`analysis.view_${value}`) }))}
          onChange={(chosen) => query.change({ view: chosen === 'overlay' ? undefined : chosen })}
        />
      }
    >
      {(chart) =>
        view === 'multiples' ? (
          <Multiples ref={chart} rows={rows} picked={pair} decimals={factor.decimals} onPick={pick} />
        ) : view === 'overlay' ? (
          <Overlay chart={chart} query={query} sites={sites} factor={factor} rows={rows} times={times} />
        ) : (
          <Figure
            ref={chart}
            key={view}
            height={380}
            label={t(`analysis.view_${view}`)}
            draw={view === 'bars' ? drawBars : drawBoxes}
            onPick={({ index }) => pick(rows[index]?.site_id ?? 0)}
          />
        )
      }
    </ChartCard>
  );
}

interface OverlayProps {
  chart: RefObject<TimeChartHandle | null>;
  query: AnalysisQuery;
  sites: readonly ShortSite[];
  factor: HistoryFactor;
  rows: readonly NamedComparison[];
  times: readonly number[];
}

function Overlay({ chart, query, sites, factor, rows, times }: OverlayProps) {
  const t = useT();
  const site_type = sites[0]?.site_type ?? 'air';
  const shift = hourShift(query.level, site_type);
  const [pair, reference] = [query.params.get('pair'), query.params.get('reference')];
  // Drawing hundreds of lines takes long, so not again for every other change of the address.
  const panels = useMemo(() => {
    const looked = new Set([...numbersIn(pair), ...numbersIn(reference)]);
    const lines = rows.map(({ site_id, name, line, neighbours }) => ({
      name,
      decimals: factor.decimals,
      course: { times: times.map((at) => at + shift), low: line, doubtful: [] },
      quiet: rows.length > distinctLines && !looked.has(site_id) && !neighbours?.outlier,
    }));
    return [{ unit: factor.unit, lines }];
  }, [rows, times, shift, factor, pair, reference]);
  return (
    <div className={styles.chart}>
      <StepChart
        ref={chart}
        query={query}
        panels={panels}
        site_type={site_type}
        label={t('analysis.comparison')}
        zooms
      />
    </div>
  );
}
