import { useState } from 'react';
import { type AnalysisLevel, analysisLevel } from '#shared/contract/analysis/values.ts';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** Default time range. */
const usualMs: Record<AnalysisLevel, number> = { hour: 7 * DAY_MS, day: 60 * DAY_MS };

const stepMs: Record<AnalysisLevel, number> = { hour: HOUR_MS, day: DAY_MS };

/** Nearest start of an hour or day. */
function nearest(level: AnalysisLevel, at: number): Date {
  return bucketOf(level, new Date(at + stepMs[level] / 2));
}

const notPart = { whole_from: undefined, whole_to: undefined };

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
    /** Whether the chart was zoomed or panned. */
    isPart: params.has('whole_from'),
    /** Zooms or pans the chart, or shows the time range of before again. */
    look: (part: { from: number; to: number } | undefined) =>
      change(
        part
          ? {
              from: nearest(level, part.from).toISOString(),
              to: nearest(level, Math.max(part.to, part.from + stepMs[level])).toISOString(),
              whole_from: params.get('whole_from') ?? from,
              whole_to: params.get('whole_to') ?? to,
            }
          : {
              ...(params.has('whole_from') && {
                from: params.get('whole_from') ?? undefined,
                to: params.get('whole_to') ?? undefined,
              }),
              ...notPart,
            },
      ),
    /** Changes the time range or its level, which ends the zoom. */
    ask: (patch: Parameters<typeof change>[0]) => change({ ...notPart, ...patch }),
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
