import { bucketEnd } from '#shared/domain/buckets.ts';
import { perZone } from '#shared/domain/time.ts';
import { periodSpan } from './period-span.ts';

const weekday = perZone((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }));
const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Starts of a month's days (`yyyy-MM`), preceded by nulls up to the weekday of the first. */
export function monthDays(month: string): (string | null)[] {
  const { from, to } = periodSpan('month', month);
  const days: string[] = [];
  for (let day = new Date(from); day.toISOString() < to; day = bucketEnd('day', day))
    days.push(day.toISOString());
  return [...new Array<null>(week.indexOf(weekday().format(new Date(from)))).fill(null), ...days];
}
