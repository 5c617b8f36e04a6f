import { useState } from 'react';
import { type AnalysisLevel, analysisLevel } from '#shared/contract/analysis/values.ts';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** Default time range. */
const usualMs: Record<AnalysisLevel, number> = { hour: 7 * DAY_MS, day: 60 * DAY_MS };

/** Query from the URL; the time range is whole hours or days. */
export function useAnalysisQuery(usual: AnalysisLevel = 'hour') {
  const { params, numbers, change } = useAddress();
  const [now] = useState(Date.now);
  const level = analysisLevel.safeParse(params.get('level')).data ?? usual;
  const to = params.get('to') ?? bucketOf(level, new Date(now)).toISOString();
  const from = params.get('from') ?? new Date(Date.parse(to) - usualMs[level]).toISOString();
  return {
    params,
    numbers,
    change,
    site_ids: numbers('sites'),
    component_ids: numbers('factors'),
    level,
    from,
    to,
    span: { level, from, to },
  };
}

export type AnalysisQuery = ReturnType<typeof useAnalysisQuery>;

/** Start of each hour or day. */
export function stepTimes(level: AnalysisLevel, start: string, steps: number): number[] {
  const times: number[] = [];
  let at = new Date(start);
  for (let step = 0; step < steps; step++) {
    times.push(at.getTime());
    at = level === 'hour' ? new Date(at.getTime() + HOUR_MS) : bucketEnd('day', at);
  }
  return times;
}
