import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import type { FactorColumn } from '#shared/contract/readings/readings.ts';
import { type LatestValue, realtime } from '#shared/contract/readings/realtime.ts';

export const realtimeRoutes = handlers(realtime, {
  data: async (ctx, { data_type, ...wanted }) => {
    const sites = await namedSites(ctx, wanted);
    const site_ids = sites.map(({ site_id }) => site_id);
    const [latest, settings] = await Promise.all([
      ctx.series.latest(site_ids, data_type),
      settingsOf(ctx.db, site_ids),
    ]);
    const factors = await factorsOf(ctx.db, latest);
    const latestOf = new Map(latest.map((one) => [one.site_id, one]));
    const data_info = sites.map((site) => {
      const newest = latestOf.get(site.site_id);
      return {
        ...site,
        ts: newest?.ts ?? null,
        received_at: newest?.received_at ?? null,
        values: newest ? inOrder(newest, factors, settings) : [],
      };
    });
    return { data_info, total: data_info.length };
  },
});

interface Range {
  range_min: number | null;
  range_max: number | null;
}

interface Setting extends Range {
  sort: number;
  decimals: number | null;
}

const keyOf = (site_id: number, component_id: number) => `${site_id} ${component_id}`;

async function settingsOf(db: Db, site_ids: readonly number[]): Promise<Map<string, Setting>> {
  const rows = await db.rows<Setting & { site_id: number; component_id: number }>(sql`
    select site_id, component_id, sort, decimals, range_min, range_max
      from device_factor where site_id = any(${site_ids})`);
  return new Map(rows.map((row) => [keyOf(row.site_id, row.component_id), row]));
}

type Factor = FactorColumn & Range & { place: number };

/** In the global order; shared by all sites. */
async function factorsOf(db: Db, latest: readonly LatestOfSite[]): Promise<Map<number, Factor>> {
  const fids = new Set(latest.flatMap(({ values }) => values.map(({ fid }) => fid)));
  const rows = await db.rows<FactorColumn & Range>(sql`
    select component_id, component_name, component_name_en, formula, unit, decimals, range_min, range_max
      from component where component_id = any(${[...fids]}) order by sort, component_id`);
  return new Map(rows.map((row, place) => [row.component_id, { ...row, place }]));
}

/** The configured factors in the site's order, then unconfigured ones that were received. */
function inOrder(
  { site_id, values }: LatestOfSite,
  factors: ReadonlyMap<number, Factor>,
  settings: ReadonlyMap<string, Setting>,
): LatestValue[] {
  const placed = values.flatMap(({ fid, value, flag, ts }) => {
    const factor = factors.get(fid);
    if (!factor) return [];
    const { component_id, component_name, component_name_en, formula, unit, place } = factor;
    const setting = settings.get(keyOf(site_id, fid));
    const decimals = setting?.decimals ?? factor.decimals;
    const shown = {
      component_id,
      component_name,
      component_name_en,
      formula,
      unit,
      decimals,
      value,
      flag,
      ts,
      range_min: setting?.range_min ?? factor.range_min,
      range_max: setting?.range_max ?? factor.range_max,
    };
    return [{ sort: setting?.sort ?? Number.POSITIVE_INFINITY, place, shown }];
  });
  return placed
    .sort((a, b) => (a.sort === b.sort ? a.place - b.place : a.sort - b.sort))
    .map(({ shown }) => shown);
}
