import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { movingMean } from '#shared/domain/time-profile.ts';
import { useT } from '#web/i18n.ts';
import styles from './analysis.module.css';
import { ChartCard } from './ChartCard.tsx';
import type { CardProps } from './card-props.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod } from './save-csv.ts';
import { lookedAt } from './site-values.ts';
import { useAbout } from './useAbout.ts';

/** Window of the moving mean: 24 hours or 7 days. */
const around = { hour: 24, day: 7 };

/** Values of the factor with their moving mean. */
export function TrendCard({ query, site, factor, values, chosen }: CardProps) {
  const t = useT();
  const about = useAbout(query, [site], factor);
  const shift = hourShift(query.level, site.site_type);
  const panels = useMemo(() => {
    const shown = lookedAt(values, values.values, chosen);
    const times = values.times.map((at) => at + shift);
    const line = (name: string, low: (number | null)[], quiet: boolean) => ({
      name,
      decimals: factor.decimals,
      course: { times, low, doubtful: [] },
      quiet,
    });
    return [
      {
        unit: factor.unit,
        lines: [
          line(t('analysis.values'), shown, true),
          line(t(`analysis.moving_${query.level}`), movingMean(values.values, around[query.level]), false),
        ],
      },
    ];
  }, [values, chosen, factor, shift, query.level, t]);
  const inHistory = new URLSearchParams({
    sites: String(site.site_id),
    from: query.from,
    to: query.to,
    data_type: query.level,
    factors: String(factor.component_id),
  });
  return (
    <ChartCard
      wide
      title={t('analysis.trend')}
      about={about}
      tools={<Link to={`/dataanalysis/historicaldata?${inHistory}`}>{t('analysis.to_data')}</Link>}
      rows={() => [
        [t('sitePage.time'), factor.component_name],
        ...values.times.map((at, i) => [
          csvPeriod(at, query.level, site.site_type),
          formatNumber(values.values[i], factor.decimals),
        ]),
      ]}
    >
      {(chart) => (
        <div className={styles.smallChart}>
          <StepChart
            ref={chart}
            query={query}
            panels={panels}
            site_type={site.site_type}
            label={t('analysis.trend')}
            zooms
          />
        </div>
      )}
    </ChartCard>
  );
}
