import { type ReactNode, useCallback, useMemo } from 'react';
import { fitLine } from '#shared/domain/correlation.ts';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { Figure } from '#web/charts/Figure.tsx';
import type { Look } from '#web/charts/look.ts';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import type { Row } from './row.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod } from './save-csv.ts';
import { scatterOption } from './scatter-option.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

type Values = readonly (number | null)[];

interface ResidualCardsProps {
  query: AnalysisQuery;
  row: Row;
  times: readonly number[];
  residuals: Values;
  humidity: Values | undefined;
  temperature: Values | undefined;
  /** The cards before those of the residuals. */
  children: ReactNode;
}

/** Residuals of the fit; they should depend neither on time nor on weather. */
export function ResidualCards(props: ResidualCardsProps) {
  const { query, row, times, residuals, humidity, temperature, children } = props;
  const t = useT();
  const about = useAbout(query, [row.site], row.factor);
  const shift = hourShift(query.level, row.site.site_type);
  const periodOf = (at: number) => csvPeriod(at, query.level, row.site.site_type);
  const panels = useMemo(
    () => [
      {
        unit: row.factor.unit,
        lines: [
          {
            name: t('analysis.residual'),
            decimals: row.factor.decimals,
            course: { times: times.map((at) => at + shift), low: residuals, doubtful: [] },
          },
        ],
      },
    ],
    [row, times, residuals, shift, t],
  );
  return (
    <div className={styles.cards}>
      {children}
      <ChartCard
        title={t('analysis.residual_time')}
        about={about}
        rows={() => [
          [t('sitePage.time'), t('analysis.residual')],
          ...times.map((at, i) => [periodOf(at), formatNumber(residuals[i], row.factor.decimals)]),
        ]}
      >
        {(chart) => (
          <div className={styles.smallChart}>
            <StepChart
              ref={chart}
              query={query}
              panels={panels}
              site_type={row.site.site_type}
              label={t('analysis.residual_time')}
            />
          </div>
        )}
      </ChartCard>
      {temperature && (
        <ResidualCard
          {...{ about, row, residuals, times, periodOf }}
          values={temperature}
          title={t('analysis.residual_temperature')}
          weather={t('analysis.temperature')}
          unit="℃"
        />
      )}
      {humidity && (
        <ResidualCard
          {...{ about, row, residuals, times, periodOf }}
          values={humidity}
          title={t('analysis.residual_humidity')}
          weather={t('analysis.humidity')}
          unit="%"
        />
      )}
    </div>
  );
}

interface ResidualCardProps {
  title: string;
  about: readonly string[];
  row: Row;
  values: Values;
  residuals: Values;
  /** Name of the weather factor on the x axis. */
  weather: string;
  unit: string;
  times: readonly number[];
  periodOf(at: number): string;
}

function ResidualCard(props: ResidualCardProps) {
  const { title, about, row, values, residuals, unit, weather, times, periodOf } = props;
  const t = useT();
  const fit = useMemo(() => fitLine(values, residuals), [values, residuals]);
  const draw = useCallback(
    (look: Look) =>
      scatterOption({
        ...{ x: values, y: residuals, fit, look, names: [weather, t('analysis.residual')] as const },
        ...{ unit, otherUnit: row.factor.unit, decimals: row.factor.decimals },
      }),
    [values, residuals, fit, row, unit, weather, t],
  );
  return (
    <ChartCard
      title={title}
      note={`R² ${fit.r2?.toFixed(3) ?? '–'}`}
      about={about}
      rows={() => [
        [t('sitePage.time'), `${weather} (${unit})`, t('analysis.residual')],
        ...times.map((at, i) => [periodOf(at), values[i], formatNumber(residuals[i], row.factor.decimals)]),
      ]}
    >
      {(chart) => <Figure ref={chart} height={240} label={title} draw={draw} />}
    </ChartCard>
  );
}
