import type { Pool } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { chance } from '#server/model/chance.ts';
import type { ReadingRow, SeriesStore } from '#server/series/store.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import type { Device } from './device.ts';
import { periodParts } from './uploads.ts';

interface Host {
  db: Pool;
  series: Pick<SeriesStore, 'append' | 'range'>;
}

export interface PlantedSite {
  site_id: number;
  device: Device;
  /** Starts of the hours that the device has and the store lacks. */
  gaps: number[];
}

/** The device's values of an hour: value and flag by code. */
export function heldBy(device: Device, start: number): Map<string, { value: number; flag: string }> {
  const held = new Map<string, { value: number; flag: string }>();
  for (const { cp } of periodParts(device, { type: 'hour', start }))
    for (const group of cp) {
      const avg = group.find(({ name }) => name.endsWith('-Avg'));
      const flag = group.find(({ name }) => name.endsWith('-Flag'))?.value ?? 'N';
      if (avg) held.set(avg.name.slice(0, -4), { value: Number(avg.value), flag });
    }
  return held;
}

/**
 * Missing hours: short holes, nights, and more than a week in one piece at every fourth station. Never the newest
 * hours.
 */
function missingHours(seed: number, hours: number): Set<number> {
  const missing = new Set<number>();
  const add = (first: number, length: number) => {
    for (let hour = first; hour < Math.min(first + length, hours - 4); hour++) missing.add(hour);
  };
  for (let day = 0; day * 24 < hours; day++) {
    if (chance(seed, 3 * day) < 0.4)
      add(day * 24 + 1 + Math.floor(chance(seed, 3 * day + 1) * 20), 1 + (day % 5));
    if (chance(seed, 3 * day + 2) < 0.1) add(day * 24 + 1, 14);
  }
  if (seed % 4 === 3) add(30, Math.min(190, hours - 40));
  // Gaps before the first stored hour do not count, so that hour must exist.
  missing.delete(0);
  return missing;
}

/** Creates sites for these devices and stores the hours of the last `days` before `now`, with gaps. */
export async function plantGaps(
  { db, series }: Host,
  devices: readonly Device[],
  days: number,
  now: number,
): Promise<PlantedSite[]> {
  const rows = devices.map(({ site: { mn, label } }) => ({ mn, label }));
  const sites = await db.rows<{ site_id: number; mn: string }>(sql`
    insert into site (mn, site_name, agreement_id, secret)
    select s.mn, s.mn, (select min(agreement_id) from agreement a where a.label = s.label and a.edition = '2017'
                         and not exists (select from agreement_command c where c.agreement_id = a.agreement_id)), '123456'
      from jsonb_to_recordset(${json(rows)}) as s (mn text, label text)
    returning site_id, mn`);
  const codes = await codesOf(db);
  const from = Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS;
  const planted: PlantedSite[] = [];
  for (const [seed, device] of devices.entries()) {
    const site_id = sites.find(({ mn }) => mn === device.site.mn)?.site_id ?? 0;
    const missing = missingHours(seed, days * 24);
    const starts = Array.from({ length: days * 24 }, (_, hour) => from + hour * HOUR_MS);
    const kept = starts.filter((_, hour) => !missing.has(hour));
    await series.append({ readings: kept.map((ts) => reading(site_id, device, codes, ts)), packets: [] });
    planted.push({ site_id, device, gaps: starts.filter((_, hour) => missing.has(hour)) });
  }
  return planted;
}

async function codesOf(db: Pool): Promise<Map<string, number>> {
  const rows = await db.rows<{ code: string; id: number }>(
    sql`select code_2017 as code, component_id as id from component where code_2017 is not null`,
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

function reading(
  site_id: number,
  device: Device,
  codes: ReadonlyMap<string, number>,
  start: number,
): ReadingRow {
  const known = [...heldBy(device, start)]
    .flatMap(([code, held]) => {
      const fid = codes.get(code);
      return fid === undefined ? [] : [{ fid, ...held }];
    })
    .sort((a, b) => a.fid - b.fid);
  return {
    ...{ site_id, data_type: 'hour', ts: new Date(start), origin: 'l' },
    fids: known.map(({ fid }) => fid),
    avg: known.map(({ value }) => value),
    flags: known.map(({ flag }) => (flag === 'N' ? '' : flag)),
  };
}

/** Every hour and factor whose stored value differs from the device's, as text. */
export async function differences(
  { db, series }: Host,
  planted: readonly PlantedSite[],
  days: number,
  now: number,
): Promise<string[]> {
  const codes = await codesOf(db);
  const from = Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS;
  const to = new Date(from + days * DAY_MS);
  const found: string[] = [];
  for (const { site_id, device } of planted) {
    const rows = await series.range({ site_ids: [site_id], data_type: 'hour', from: new Date(from), to });
    const byTime = new Map(rows.map((row) => [new Date(row.ts).getTime(), row]));
    for (let start = from; start < to.getTime(); start += HOUR_MS) {
      const row = byTime.get(start);
      for (const [code, { value }] of heldBy(device, start)) {
        const place = row?.fids.indexOf(codes.get(code) ?? -1) ?? -1;
        const stored = row?.avg[place] ?? undefined;
        if (stored === undefined || Math.abs(stored - value) > 1e-6 * Math.max(1, Math.abs(value)))
          found.push(
            `${device.site.mn} ${new Date(start).toISOString()} ${code}: ${stored} in place of ${value}`,
          );
      }
    }
  }
  return found;
}
