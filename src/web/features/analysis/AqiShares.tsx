import { useCallback, useMemo } from 'react';
import { air } from '#shared/contract/air/air.ts';
import { aqiBands } from '#shared/domain/aqi-bands.ts';
import { printedFormula } from '#shared/domain/formula.ts';
import { pollutantFacts, pollutants } from '#shared/domain/pollutants.ts';
import { useCall } from '#web/api/useCall.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { FigureOption } from '#web/charts/figures.ts';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { aqiColours } from '#web/theme/palette.ts';
import { Answered } from '#web/ui/Answered.tsx';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import type { CardProps } from './card-props.ts';
import { axes, tooltipLook } from './comparison-options.ts';
import { useAbout } from './useAbout.ts';

interface Share {
  name: string;
  count: number;
  /** From the AQI palette or the chart look. */
  color(look: Look): string;
}

/** Hours or days per AQI level and per primary pollutant. */
export function AqiShares({ query, site, factor, chosen, values }: CardProps) {
  const t = useT();
  const answer = useCall(
    air.index,
    { site_ids: [site.site_id], period: query.level, from: query.from, to: query.to },
    { keepPrevious: true },
  );
  // Counts only the hours or days selected in the other charts.
  const isIn = useMemo(() => {
    const kept = new Set(
      values.times.filter(
        (_, i) =>
          (chosen.sector === undefined || values.sectors[i] === chosen.sector) &&
          (chosen.hour === undefined || values.hours[i] === chosen.hour) &&
          (chosen.weekday === undefined || values.weekdays[i] === chosen.weekday) &&
          (chosen.day === undefined || values.days[i] === chosen.day),
      ),
    );
    return (ts: string) => kept.has(Date.parse(ts));
  }, [values, chosen]);
  const about = useAbout(query, [site], factor);
  const palette = useAqiPalette();
  return (
    <Answered answer={answer}>
      {({ data_info }) => {
        const rows = data_info.filter(({ ts }) => isIn(ts));
        const levels = aqiBands.map(({ key, level }) => ({
          name: t(`standards.band_${key}`),
          count: rows.filter((row) => row.level === level).length,
          color: () => aqiColours[palette][level - 1] ?? '',
        }));
        const primaries = pollutants.map((pollutant, i) => ({
          name: printedFormula(pollutantFacts[pollutant].formula),
          count: rows.filter((row) => row.primary.includes(pollutant)).length,
          color: (look: Look) => look.series[i] ?? look.soft,
        }));
        return (
          <>
            <ShareCard
              title={t('analysis.level_share')}
              shares={levels}
              level={query.level}
              about={about.filter((_, i) => i !== 1)}
            />
            <ShareCard
              title={t('analysis.primary_share')}
              shares={primaries}
              level={query.level}
              about={about.filter((_, i) => i !== 1)}
            />
          </>
        );
      }}
    </Answered>
  );
}

function ShareCard({
  title,
  shares,
  level,
  about,
}: {
  title: string;
  shares: readonly Share[];
  level: 'hour' | 'day';
  about: readonly string[];
}) {
  const t = useT();
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const draw = useCallback((look: Look) => sharesOption(shares, total, look), [shares, total]);
  return (
    <ChartCard
      title={title}
      note={t(`analysis.periods_${level}`, { count: total })}
      about={about}
      rows={() => [[title, t('analysis.csv_n')], ...shares.map(({ name, count }) => [name, count])]}
    >
      {(chart) =>
        total === 0 ? (
          <p className={styles.facts}>{t('analysis.no_index')}</p>
        ) : (
          <Figure ref={chart} height={300} label={title} draw={draw} />
        )
      }
    </ChartCard>
  );
}

function sharesOption(shares: readonly Share[], total: number, look: Look): FigureOption {
  const frame = axes(
    look,
    shares.map(({ name }) => name),
    '%',
  );
  return {
    ...frame,
    grid: { ...frame.grid, bottom: 40 },
    // Breaks two-word names so that six labels fit side by side.
    xAxis: {
      ...frame.xAxis,
      axisLabel: { ...frame.xAxis.axisLabel, rotate: 0, width: 70, overflow: 'break', lineHeight: 14 },
    },
    tooltip: { ...tooltipLook(look), trigger: 'item' },
    series: [
      {
        type: 'bar',
        barMaxWidth: 36,
        label: {
          show: true,
          position: 'top',
          color: look.soft,
          formatter: ({ dataIndex }) => String(shares[dataIndex]?.count ?? ''),
        },
        data: shares.map(({ name, count, color }) => ({
          name,
          value: Number(((100 * count) / total).toFixed(1)),
          itemStyle: { color: color(look), borderColor: look.line, borderWidth: 1 },
        })),
      },
    ],
  };
}
