import { useCallback, useMemo } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { profile, type Spread } from '#shared/domain/time-profile.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import { ChartCard } from './ChartCard.tsx';
import type { CardProps } from './card-props.ts';
import { axes, tooltipLook } from './comparison-options.ts';
import { lookedAt } from './site-values.ts';
import { useAbout } from './useAbout.ts';

const kinds = { hour: 24, weekday: 7 };

/** Typical course by hour of day or weekday: mean and interquartile range. */
export function ProfileCard({
  query,
  site,
  factor,
  values,
  chosen,
  choose,
  sort,
}: CardProps & { sort: 'hour' | 'weekday' }) {
  const t = useT();
  const about = useAbout(query, [site], factor);
  const names = useMemo(
    () =>
      Array.from({ length: kinds[sort] }, (_, i) =>
        sort === 'hour' ? String(i).padStart(2, '0') : t.tx(`analysis.weekday_${i}`),
      ),
    [sort, t],
  );
  const spreads = useMemo(() => {
    const kindOf = sort === 'hour' ? values.hours : values.weekdays;
    return profile(lookedAt(values, values.values, chosen, sort), kinds[sort], (step) => kindOf[step] ?? 0);
  }, [values, chosen, sort]);
  const draw = useCallback(
    (look: Look) =>
      profileOption({
        spreads,
        names,
        look,
        unit: factor.unit,
        decimals: factor.decimals,
        chosen: chosen[sort],
      }),
    [spreads, names, factor, chosen, sort],
  );
  const title = t(`analysis.profile_${sort}`);
  return (
    <ChartCard
      title={title}
      note={t('analysis.profile_note')}
      about={about}
      rows={() => [
        [
          t(sort === 'hour' ? 'analysis.csv_hour' : 'analysis.csv_weekday'),
          t('analysis.csv_n'),
          t('history.mean'),
          t('analysis.csv_q1'),
          t('analysis.csv_q3'),
        ],
        ...spreads.map(({ n, mean, q1, q3 }, i) => [
          names[i],
          n,
          ...[mean, q1, q3].map((value) => formatNumber(value, factor.decimals)),
        ]),
      ]}
    >
      {(chart) => (
        <Figure
          ref={chart}
          height={300}
          label={title}
          draw={draw}
          onPick={({ index }) => choose({ [sort]: index })}
        />
      )}
    </ChartCard>
  );
}

interface Profiled {
  spreads: readonly Spread[];
  names: readonly string[];
  look: Look;
  unit: string;
  decimals: number;
  chosen: number | undefined;
}

/** The interquartile band is a floating bar. */
function profileOption({ spreads, names, look, unit, decimals, chosen }: Profiled): FigureOption {
  const color = look.series[0] ?? look.soft;
  const shared = { silent: false, barCategoryGap: '10%' };
  const frame = axes(look, names, unit);
  return {
    ...frame,
    grid: { ...frame.grid, bottom: 28 },
    xAxis: {
      ...frame.xAxis,
      axisLabel: { ...frame.xAxis.axisLabel, rotate: 0, interval: names.length > 12 ? 2 : 0 },
    },
    tooltip: {
      ...tooltipLook(look),
      trigger: 'axis',
      formatter: (params) => {
        const [first] = params as { dataIndex: number }[];
        const at = first?.dataIndex ?? 0;
        const { mean, q1, q3, n } = spreads[at] ?? { mean: null, q1: null, q3: null, n: 0 };
        const write = (value: number | null) => (value === null ? '–' : formatNumber(value, decimals));
        return `${names[at]}<br>${write(mean)} ${unit} (${write(q1)}–${write(q3)})<br>n = ${n}`;
      },
    },
    series: [
      {
        ...shared,
        type: 'bar',
        stack: 'band',
        itemStyle: { color: 'transparent' },
        data: spreads.map(({ q1 }) => q1 ?? 0),
      },
      {
        ...shared,
        type: 'bar',
        stack: 'band',
        data: spreads.map(({ q1, q3 }, i) => ({
          value: (q3 ?? 0) - (q1 ?? 0),
          itemStyle: { color, opacity: chosen === undefined || chosen === i ? 0.28 : 0.1 },
        })),
      },
      {
        type: 'line',
        data: spreads.map(({ mean }) => mean ?? '-'),
        symbolSize: 5,
        itemStyle: { color },
        lineStyle: { color, width: 1.5 },
      },
    ],
  };
}
