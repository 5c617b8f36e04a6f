import type { SeriesStore } from '#server/series/store.ts';

/** Which hours of a site still have minute values of a factor, by the hour's start in milliseconds. */
export type StoredMinutes = (fid: number, hour: number) => boolean;

export async function storedMinutes(
  series: SeriesStore,
  site_id: number,
  fids: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<StoredMinutes> {
  const hours = await series.hoursOfMinutes({ site_ids: [site_id], fids, from, to });
  const held = new Map(hours.map((hour) => [Date.parse(hour.ts), hour.fids]));
  return (fid, hour) => held.get(hour)?.includes(fid) ?? false;
}
