import type { BucketRow, SeriesStore } from '#server/series/store.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Evaluated, evaluateDays, evaluateHours, HOURS_BACK } from './air-evaluate.ts';
import { type AirFactor, type AirSiteFacts, exemptOf } from './air-factors.ts';

/** The air reports of these sites in a time range, by time and site. */
export async function readAir(
  series: SeriesStore,
  factors: readonly AirFactor[],
  sites: readonly AirSiteFacts[],
  period: 'hour' | 'day',
  { from, to }: { from: Date; to: Date },
  /** Adds rows to be assessed besides those with data. */
  complete: (rows: BucketRow[]) => Promise<BucketRow[]> = async (rows) => rows,
): Promise<Evaluated[]> {
  const earlier = period === 'hour' ? (HOURS_BACK - 1) * HOUR_MS : 0;
  const came = await series.buckets({
    level: period,
    site_ids: sites.map(({ site_id }) => site_id),
    fids: factors.map(({ fid }) => fid),
    from: new Date(from.getTime() - earlier),
    to,
    extremes: false,
  });
  const rows = await complete(came);
  return period === 'day'
    ? evaluateDays(rows, factors, exemptOf(sites))
    : evaluateHours(rows, factors, exemptOf(sites), from);
}
