import type { DataType } from '#protocol/commands.ts';
import type { ReadingRow, StoredReading, ValueOrigin } from '#server/series/store.ts';
import { correctionsAt, type SiteCorrections } from '#shared/domain/correction-versions.ts';
import { type Corrections, correctedValues } from '#shared/domain/interference.ts';

const none: Corrections = { kb: new Map(), matrix: [] };

/** Manual and simulated values are not corrected. */
const MEASURED = new Set<ValueOrigin>(['l', 's', 'k']);

/**
 * The values of a stored row that change under new corrections, as rows to store, one per origin. Means are recomputed
 * from the stored raw values; minima and maxima have none, so their old correction is reversed first.
 */
export function recorrected(
  data_type: DataType,
  row: StoredReading,
  before: SiteCorrections,
  after: SiteCorrections,
): ReadingRow[] {
  const at = Date.parse(row.ts);
  const [was, is] = [correctionsAt(before, at) ?? none, correctionsAt(after, at) ?? none];
  const { site_id, fids } = row;
  const raw = fids.map((_, i) => row.raw?.[i] ?? row.avg[i] ?? null);
  const next = correctedValues(fids, raw, is);
  const byOrigin = new Map<ValueOrigin, number[]>();
  for (const [i, value] of next.entries()) {
    const origin = row.origins?.[i] ?? 'l';
    const isSame = value === null || Math.fround(value) === Math.fround(row.avg[i] ?? Number.NaN);
    if (isSame || !MEASURED.has(origin)) continue;
    byOrigin.set(origin, [...(byOrigin.get(origin) ?? []), i]);
  }
  return [...byOrigin].map(([origin, places]): ReadingRow => {
    const lead = (values: (number | null)[] | undefined) =>
      values && places.map((i) => led(values[i] ?? null, i));
    const led = (value: number | null, i: number): number | null => {
      const [fid, sensor] = [fids[i] ?? 0, raw[i] ?? null];
      if (value === null || sensor === null) return value;
      const [old, now] = [kbOf(was, fid), kbOf(is, fid)];
      const oldShift = (row.avg[i] ?? 0) - (old.k * sensor + old.b);
      const newShift = (next[i] ?? 0) - (now.k * sensor + now.b);
      return now.k * ((value - oldShift - old.b) / old.k) + now.b + newShift;
    };
    const [min, max] = [lead(row.min), lead(row.max)];
    return {
      ...{ site_id, data_type, ts: new Date(row.ts), origin },
      fids: places.map((i) => fids[i] ?? 0),
      avg: places.map((i) => next[i] ?? null),
      raw: places.map((i) => raw[i] ?? null),
      ...(min && { min }),
      ...(max && { max }),
      ...(row.flags && { flags: places.map((i) => row.flags?.[i] ?? '') }),
    };
  });
}

const kbOf = ({ kb }: Corrections, fid: number) => kb.get(fid) ?? { k: 1, b: 0 };
