import { useMemo } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { TransferFit } from '#shared/domain/transfer-fit.ts';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import type { Row } from './row.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod } from './save-csv.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

const WEEK_MS = 7 * DAY_MS;

interface RecomputedCardProps {
  query: AnalysisQuery;
  row: Row;
  reference: Row;
  fit: Pick<TransferFit, 'k' | 'b'>;
  times: readonly number[];
}

/** The last week of the period, recomputed with the fitted K and B, beside the reference. */
export function RecomputedCard({ query, row, reference, fit: { k, b }, times }: RecomputedCardProps) {
  const t = useT();
  const about = useAbout(query, [row.site, reference.site], row.factor);
  const from = Math.max(Date.parse(query.from), Date.parse(query.to) - WEEK_MS);
  const lines = useMemo(() => {
    const later = times.findIndex((at) => at >= from);
    const first = later < 0 ? times.length : later;
    const corrected = row.values.map((value) =>
      value === null || k === null || b === null ? null : k * value + b,
    );
    return {
      times: times.slice(first),
      named: [
        { name: reference.name, values: reference.values.slice(first) },
        { name: row.name, values: row.values.slice(first) },
        { name: t('analysis.corrected'), values: corrected.slice(first) },
      ],
    };
  }, [row, reference, k, b, times, from, t]);
  const { unit, decimals } = row.factor;
  const shift = hourShift(query.level, row.site.site_type);
  const panels = useMemo(
    () => [
      {
        unit,
        lines: lines.named.map(({ name, values }) => ({
          ...{ name, decimals },
          course: { times: lines.times.map((at) => at + shift), low: values, doubtful: [] },
        })),
      },
    ],
    [lines, unit, decimals, shift],
  );
  return (
    <ChartCard
      title={t('analysis.recomputed')}
      about={about}
      rows={() => [
        [t('sitePage.time'), ...lines.named.map(({ name }) => name)],
        ...lines.times.map((at, i) => [
          csvPeriod(at, query.level, row.site.site_type),
          ...lines.named.map(({ values }) => formatNumber(values[i], decimals)),
        ]),
      ]}
    >
      {(chart) => (
        <div className={styles.smallChart}>
          <StepChart
            ref={chart}
            query={{ ...query, from: new Date(from).toISOString() }}
            panels={panels}
            site_type={row.site.site_type}
            label={t('analysis.recomputed')}
          />
        </div>
      )}
    </ChartCard>
  );
}
