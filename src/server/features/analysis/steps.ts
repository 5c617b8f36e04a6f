import type { AnalysisLevel } from '#shared/contract/analysis/values.ts';
import { bucketEnd, bucketOf } from '#shared/domain/buckets.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

const STEP_MS = { hour: HOUR_MS, day: DAY_MS };

export interface Steps {
  from: Date;
  /** Exclusive. */
  to: Date;
  count: number;
}

/**
 * The whole hours or days that overlap a span. Throws if they are more than `most` values, with the longest span that
 * fits.
 */
export function wholeSteps(
  { level, ...span }: { level: AnalysisLevel; from: string; to: string },
  rows: number,
  most: number,
): Steps {
  if (span.from >= span.to) throw new Fault('start_after_end');
  const from = bucketOf(level, new Date(span.from));
  const last = bucketOf(level, new Date(Date.parse(span.to) - 1));
  const to = bucketEnd(level, last);
  const count = Math.round((to.getTime() - from.getTime()) / STEP_MS[level]);
  if (count * rows > most) {
    const days = Math.floor(((most / rows) * STEP_MS[level]) / DAY_MS);
    throw new Fault('parameter_error', {
      fields: [{ field: 'from', problem: 'range_too_long', params: { days } }],
    });
  }
  return { from, to, count };
}

/** Rounds to six digits, to shorten the JSON. */
export function shortNumber(value: number | null): number | null {
  return value === null || Number.isNaN(value) ? null : Number(value.toPrecision(6));
}
