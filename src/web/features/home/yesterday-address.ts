import { bucketOf } from '#shared/domain/buckets.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import { numbersText } from '#web/ui/number-list.ts';

/** The page shows at most so many sites. */
const MOST_SITES = 1000;

/** Yesterday's AQI of these sites, worst first; undefined for no or too many sites. */
export function yesterdayAddress(site_ids: readonly number[], now: Date): string | undefined {
  if (site_ids.length === 0 || site_ids.length > MOST_SITES) return undefined;
  const to = bucketOf('day', now);
  const from = new Date(to.getTime() - DAY_MS);
  // Sorted, runs of numbers are written as ranges.
  const sorted = site_ids.toSorted((a, b) => a - b);
  const search = new URLSearchParams({
    ...{ site_ids: numbersText(sorted), order: 'worst' },
    ...{ from: from.toISOString(), to: to.toISOString() },
  });
  return `/dataanalysis/airindexforms?${search}`;
}
