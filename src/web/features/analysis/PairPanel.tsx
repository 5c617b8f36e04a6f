import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { analysisValues } from '#shared/contract/analysis/values.ts';
import type { HistoryFactor } from '#shared/contract/readings/history.ts';
import { fitLine, pearson, spearman } from '#shared/domain/correlation.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { useCall } from '#web/api/useCall.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import { lineText } from './line-text.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod } from './save-csv.ts';
import { scatterOption } from './scatter-option.ts';
import { useAbout } from './useAbout.ts';
import { type AnalysisQuery, stepTimes } from './useAnalysisQuery.ts';

interface PairPanelProps {
  query: AnalysisQuery;
  sites: readonly ShortSite[];
  factor: HistoryFactor;
}

/** Two selected sites: differences over time, and scatter plot with correlation. */
export function PairPanel({ query, sites, factor }: PairPanelProps) {
  const [one, other] = query.numbers('pair').map((id) => sites.find(({ site_id }) => site_id === id));
  const site_ids = [one, other].flatMap((site) => site?.site_id ?? []);
  const answer = useCall(
    analysisValues.data,
    { site_ids, component_ids: [factor.component_id], ...query.span },
    { enabled: site_ids.length === 2, keepPrevious: true },
  );
  const place = useRef<HTMLDivElement>(null);
  const pair = site_ids.join();
  const [atFirst] = useState(pair);
  const isReady = answer.data !== undefined;
  useEffect(() => {
    // The table with the ticks is above it, and as high as the window.
    if (isReady && pair !== atFirst) place.current?.scrollIntoView({ block: 'nearest' });
  }, [pair, atFirst, isReady]);
  if (!one || !other) return null;
  return (
    <div ref={place}>
      <Answered answer={answer}>
        {({ start, steps, series }) => (
          <Pair
            query={query}
            sites={[one, other]}
            factor={factor}
            times={stepTimes(query.level, start, steps)}
            values={[one, other].map(
              ({ site_id }) => series.find((row) => row.site_id === site_id)?.values ?? [],
            )}
          />
        )}
      </Answered>
    </div>
  );
}

interface PairProps {
  query: AnalysisQuery;
  sites: readonly [ShortSite, ShortSite];
  factor: HistoryFactor;
  times: readonly number[];
  values: readonly (readonly (number | null)[])[];
}

function Pair({ query, sites, factor, times, values: [x = [], y = []] }: PairProps) {
  const t = useT();
  const [one, other] = sites;
  const about = useAbout(query, sites, factor);
  const shift = hourShift(query.level, one.site_type);
  const fit = useMemo(() => fitLine(x, y), [x, y]);
  const differences = useMemo(
    () => x.map((value, i) => (value === null || (y[i] ?? null) === null ? null : (y[i] ?? 0) - value)),
    [x, y],
  );
  const figures = { r: pearson(x, y).v, rho: spearman(x, y).v };
  const known = differences.filter((value) => value !== null);
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  const draw = useCallback(
    (look: Look) =>
      scatterOption({
        x,
        y,
        fit,
        look,
        names: [one.site_name, other.site_name],
        unit: factor.unit,
        decimals: factor.decimals,
      }),
    [x, y, fit, one, other, factor],
  );
  const panels = useMemo(
    () => [
      {
        unit: factor.unit,
        lines: [
          {
            name: t('analysis.difference_of', { one: other.site_name, other: one.site_name }),
            decimals: factor.decimals,
            course: { times: times.map((at) => at + shift), low: differences, doubtful: [] },
          },
        ],
      },
    ],
    [times, shift, differences, factor, one, other, t],
  );
  const rows = () => [
    [t('sitePage.time'), one.site_name, other.site_name],
    ...times.map((at, i) => [
      csvPeriod(at, query.level, one.site_type),
      formatNumber(x[i], factor.decimals),
      formatNumber(y[i], factor.decimals),
    ]),
  ];
  return (
    <div className={styles.split}>
      <ChartCard
        title={t('analysis.difference')}
        note={
          mean === null
            ? ''
            : t('analysis.mean_difference', { value: formatNumber(mean, factor.decimals), unit: factor.unit })
        }
        about={about}
        rows={rows}
      >
        {(chart) => (
          <div className={styles.smallChart}>
            <StepChart
              ref={chart}
              query={query}
              panels={panels}
              site_type={one.site_type}
              label={t('analysis.difference')}
            />
          </div>
        )}
      </ChartCard>
      <ChartCard
        title={t('analysis.correlation')}
        note={t('analysis.fit_note', {
          r: figures.r?.toFixed(3) ?? '–',
          rho: figures.rho?.toFixed(3) ?? '–',
          line: lineText(fit),
          n: fit.n,
        })}
        about={about}
        rows={rows}
      >
        {(chart) => <Figure ref={chart} height={240} label={t('analysis.correlation')} draw={draw} />}
      </ChartCard>
    </div>
  );
}
