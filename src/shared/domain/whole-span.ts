import { bucketEnd, bucketOf } from './buckets.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

type SpanType = 'realtime' | 'minute' | 'hour' | 'day' | 'month';

/** Extends a range to whole days or months, the last one included; shorter periods are unchanged. */
export function wholeSpan(data_type: SpanType, span: { from: Date; to: Date }): { from: Date; to: Date } {
  if (data_type !== 'day' && data_type !== 'month') return span;
  const last = bucketOf(data_type, new Date(span.to.getTime() - 1));
  return { from: bucketOf(data_type, span.from), to: bucketEnd(data_type, last) };
}

/** Minimum length of a period; real-time values are rarely closer. */
const periodMs: Readonly<Record<SpanType, number>> = {
  realtime: 10_000,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  month: 28 * DAY_MS,
};
/** About as many rows as the database reads while a user waits. */
const MOST_ROWS = 10_000_000;

/** The longest range that can be requested for this many sites at once. */
export function mostSpanMs(data_type: SpanType, sites: number): number {
  return (MOST_ROWS * periodMs[data_type]) / Math.max(1, sites);
}
