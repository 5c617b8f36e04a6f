import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { TestApp } from './app.ts';
import { factorIds } from './factors.ts';

/** Values of excellent air. */
export const clean = { so2: 10, no2: 20, co: 0.5, o3: 60, pm10: 40, pm25: 20 };
export type Values = Partial<Record<keyof typeof clean, number>>;

export const midnight = (day: string) => new Date(`${day}T00:00:00+08:00`);
export const spanOf = (from: string, to: string) => ({
  from: midnight(from).toISOString(),
  to: midnight(to).toISOString(),
});

/** Creates sites and hourly values. */
export async function airNetwork(app: TestApp) {
  const fids = await factorIds(app.db);

  async function makeSite(
    mn: string,
    more: { measures?: string[]; virtual?: boolean } = {},
  ): Promise<number> {
    const site = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, agreement_id, virtual_data)
      values (${mn}, ${mn}, (select min(agreement_id) from agreement), ${more.virtual ?? false}) returning site_id`);
    const site_id = site?.site_id ?? 0;
    for (const key of more.measures ?? [])
      await app.db.run(
        sql`insert into device_factor (site_id, component_id) values (${site_id}, ${fids[key] ?? 0})`,
      );
    return site_id;
  }

  function hour(site_id: number, ts: Date, values: Values): ReadingRow {
    const known = Object.entries(values)
      .map(([key, value]) => ({ fid: fids[key] ?? 0, value }))
      .sort((a, b) => a.fid - b.fid);
    return {
      site_id,
      data_type: 'hour',
      ts,
      fids: known.map(({ fid }) => fid),
      avg: known.map(({ value }) => value),
      origin: 'l',
    };
  }

  async function store(readings: ReadingRow[]): Promise<void> {
    await app.app.series.append({ readings, packets: [] });
    await app.rollUp();
  }

  const wholeDay = (site_id: number, day: string, values: Values, hours = 24) =>
    Array.from({ length: hours }, (_, i) =>
      hour(site_id, new Date(midnight(day).getTime() + i * HOUR_MS), values),
    );
  return { fids, makeSite, hour, store, wholeDay };
}

export type AirNetwork = Awaited<ReturnType<typeof airNetwork>>;
