import { PERIOD_MS } from '#server/ingest/rows.ts';
import type { SeriesStore } from '#server/series/store.ts';
import type { ResupplyType } from '#shared/domain/resupply.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';

/** Days begin at midnight of the network's time. */
const ZONE_MS = 8 * HOUR_MS;

/** The start of the hour (or day) that contains a moment: periods are counted from there. */
export function floorFor(data_type: ResupplyType, at: number): number {
  return data_type === 'day'
    ? Math.floor((at + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
    : Math.floor(at / HOUR_MS) * HOUR_MS;
}

/** Length of a period; for minute data it is set in the protocol. */
export function stepOf(data_type: ResupplyType, minute_step: number): number {
  return PERIOD_MS[data_type] * (data_type === 'minute' ? minute_step : 1);
}

/** The periods for which the device has sent something. */
export async function presentOf(
  series: Pick<SeriesStore, 'measuredPeriods'>,
  site_id: number,
  data_type: ResupplyType,
  starts: readonly number[],
): Promise<Set<number>> {
  const periods = starts.map((at) => ({ site_id, ts: new Date(at) }));
  const present = await series.measuredPeriods(data_type, periods);
  return new Set(present.map(({ ts }) => new Date(ts).getTime()));
}
