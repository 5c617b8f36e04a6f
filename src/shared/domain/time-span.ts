import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

export interface SpanWords {
  key: 'span_seconds' | 'span_minutes' | 'span_hours' | 'span_days';
  params: Record<string, number>;
}

/** A duration as words, in its two largest units. */
export function spanOf(seconds: number): SpanWords {
  const ms = Math.max(0, seconds) * 1000;
  if (ms < MINUTE_MS) return { key: 'span_seconds', params: { seconds: Math.floor(ms / 1000) } };
  if (ms < HOUR_MS) return { key: 'span_minutes', params: { minutes: Math.floor(ms / MINUTE_MS) } };
  const hours = Math.floor(ms / HOUR_MS);
  if (ms < DAY_MS)
    return { key: 'span_hours', params: { hours, minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS) } };
  return { key: 'span_days', params: { days: Math.floor(ms / DAY_MS), hours: hours % 24 } };
}
