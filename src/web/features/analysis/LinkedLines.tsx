import { useMemo } from 'react';
import { formatNumber } from '#shared/domain/numbers.ts';
import { hourShift } from '#shared/domain/period-name.ts';
import { legendHeight } from '#web/charts/ChartLegend.tsx';
import { useT } from '#web/i18n.ts';
import { ChartCard } from './ChartCard.tsx';
import type { Row } from './row.ts';
import { StepChart } from './StepChart.tsx';
import { csvPeriod, inUnit } from './save-csv.ts';
import { useAbout } from './useAbout.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

interface LinkedLinesProps {
  query: AnalysisQuery;
  rows: readonly Row[];
  times: readonly number[];
}

/** One panel per unit, with a shared cross-hair. */
export function LinkedLines({ query, rows, times }: LinkedLinesProps) {
  const t = useT();
  const sites = [...new Set(rows.map(({ site }) => site))];
  const factors = [...new Set(rows.map(({ factor }) => factor))];
  const about = useAbout(query, sites, ...factors);
  const site_type = rows[0]?.site.site_type ?? 'air';
  const shift = hourShift(query.level, site_type);
  const panels = useMemo(
    () =>
      [...new Set(rows.map(({ factor }) => factor.unit))].map((unit) => ({
        unit,
        lines: rows
          .filter(({ factor }) => factor.unit === unit)
          .map(({ name, site, factor, values }) => ({
            name,
            decimals: factor.decimals,
            ...lineStyle(rows, site, factor),
            course: { times: times.map((at) => at + shift), low: values, doubtful: [] },
          })),
      })),
    [rows, times, shift],
  );
  return (
    <ChartCard
      title={t('history.chart')}
      note={t('history.draw')}
      about={about}
      rows={() => [
        [t('sitePage.time'), ...rows.map(({ name, factor }) => inUnit(name, factor))],
        ...times.map((at, i) => [
          csvPeriod(at, query.level, site_type),
          ...rows.map(({ values, factor }) => formatNumber(values[i], factor.decimals)),
        ]),
      ]}
    >
      {(chart) => (
        <div style={{ height: Math.max(320, 80 + panels.length * 150) + legendHeight(rows.length) }}>
          <StepChart
            ref={chart}
            query={query}
            panels={panels}
            site_type={site_type}
            label={t('history.chart')}
            zooms
          />
        </div>
      )}
    </ChartCard>
  );
}

/** Several sites: colours are sites, strokes are factors. One site: colours are factors. */
function lineStyle(rows: readonly Row[], site: Row['site'], factor: Row['factor']) {
  const sites = [...new Set(rows.map((row) => row.site))];
  const factors = [...new Set(rows.map((row) => row.factor))];
  return sites.length > 1 ? { colour: sites.indexOf(site), dash: factors.indexOf(factor) } : {};
}
