import type { Ref } from 'react';
import { hourShift } from '#shared/domain/period-name.ts';
import { TimeChart, type TimeChartHandle } from '#web/charts/TimeChart.tsx';
import type { ChartPanel } from '#web/charts/time-chart-option.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { useShowPeriod } from '#web/widgets/useShowPeriod.ts';
import type { AnalysisQuery } from './useAnalysisQuery.ts';

interface StepChartProps {
  query: AnalysisQuery;
  panels: readonly ChartPanel[];
  /** Decides whether hours are labelled by start or end time. */
  site_type: ShortSite['site_type'];
  label: string;
  /** Whether a drag changes the queried time range. */
  zooms?: boolean;
  ref?: Ref<TimeChartHandle>;
}

/** Lines over the hours or days of the query. */
export function StepChart({ query, panels, site_type, label, zooms = false, ref }: StepChartProps) {
  const showPeriod = useShowPeriod(query.level);
  const shift = hourShift(query.level, site_type);
  const iso = (at: number) => new Date(at).toISOString();
  return (
    <TimeChart
      ref={ref}
      panels={panels}
      from={Date.parse(query.from)}
      to={Date.parse(query.to)}
      nameOf={(at) => showPeriod(iso(at - shift), site_type)}
      label={label}
      {...(zooms && { onZoom: query.look })}
    />
  );
}
