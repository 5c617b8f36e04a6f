import type { DataType } from '#protocol/commands.ts';
import { coverageAt } from '#server/series/coverage.ts';
import type { SeriesStore } from '#server/series/store.ts';
import type { CheckedRow, CheckedValue } from '#shared/domain/alarm-checks.ts';
import { offsetMs } from '#shared/domain/time.ts';
import { isValid } from '#shared/domain/validity.ts';

/** The values of a site at one time, as they are evaluated. */
export interface SiteRow extends CheckedRow {
  site_id: number;
  fids: readonly number[];
}

export type ReadingSource = Pick<SeriesStore, 'range' | 'buckets'>;

/**
 * Values as sent, or effective values of hours and days, by time. Simulated values and incomplete periods are left out.
 */
export async function readRows(
  series: ReadingSource,
  data_type: DataType,
  site_ids: readonly number[],
  from: Date,
  /** Inclusive. */
  last: Date,
  /** Only these factors; absent means all. */
  fids?: readonly number[],
): Promise<SiteRow[]> {
  const span = { site_ids, fids, from, to: new Date(last.getTime() + 1), extremes: false };
  if (data_type === 'realtime' || data_type === 'minute') {
    const rows = await series.range({ ...span, data_type });
    return rows
      .filter(({ origins }) => !origins?.includes('v'))
      .map(({ site_id, ts, fids, avg, flags }) =>
        rowOf(site_id, ts, fids, (i) => ({ value: avg[i] ?? null, flag: flags?.[i] ?? '' })),
      );
  }
  const rows = await series.buckets({ ...span, level: data_type });
  return rows
    .filter(({ origins }) => !origins.includes('v'))
    .map((row) =>
      rowOf(row.site_id, row.ts, row.fids, (i) => {
        const holds = isValid(data_type, coverageAt(row, i));
        return { value: holds ? (row.avg[i] ?? null) : null, flag: row.flags?.[i] ?? '' };
      }),
    );
}

function rowOf(
  site_id: number,
  ts: string,
  fids: readonly number[],
  valueAt: (place: number) => CheckedValue,
): SiteRow {
  const at = Date.parse(ts);
  const time = new Date(at + offsetMs(at)).toISOString().slice(11, 19);
  return { site_id, at, time, fids, values: new Map(fids.map((fid, i) => [fid, valueAt(i)])) };
}

/** All factors that occur in the rows. */
export function fidsOf(rows: readonly SiteRow[]): number[] {
  return [...new Set(rows.flatMap(({ fids }) => fids))].sort((a, b) => a - b);
}
