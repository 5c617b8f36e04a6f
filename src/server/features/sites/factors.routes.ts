import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites, siteCount } from '#server/scope.ts';
import { components, factorCalls, type SiteFactor, type SiteFactorRow } from '#shared/contract/factors.ts';
import { Fault } from '#shared/faults.ts';

const componentRows = crud(components, {
  table: 'component',
  shows: {
    site_count: siteCount(sql`s.component_id = t.component_id`, sql`device_factor s`),
    is_derived: sql`t.derived_from is not null`,
  },
  sort: sql`sort, component_id`,
  beforeDelete: async ({ db }, rows) => {
    const ids = rows.map(({ component_id }) => component_id);
    // Measurements are stored under the factor's number: without its row they would have no name.
    const used = await db.one(sql`
      select 1 from device_factor where component_id = any(${ids})
      union all select 1 from agreement_code where component_id = any(${ids})
      union all select 1 from factor_set where fids && ${ids}::smallint[]`);
    if (used) throw new Fault('delete_failed', { detail: 'in_use' });
  },
});

const ofSites = handlers(factorCalls, {
  ofSite: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    // Read before the list: whoever saves in between is then noticed, and not overwritten.
    const site = await ctx.db.one<{ version: number; interval_seconds: number }>(
      sql`select version, interval_seconds from site where site_id = ${site_id}`,
    );
    if (!site) throw new Fault('no_data');
    const data_info = await ctx.db.rows<SiteFactorRow>(sql`
      select d.component_id, c.component_name, c.component_name_en, c.formula, c.unit, c.category, d.sort,
             d.decimals, c.decimals as component_decimals, d.range_min, c.range_min as component_range_min,
             d.range_max, c.range_max as component_range_max, d.k, d.b, d.interval_seconds
        from device_factor d join component c using (component_id)
       where d.site_id = ${site_id} order by d.sort, c.sort, c.component_id`);
    return { data_info, total: data_info.length, ...site };
  },
});

export const factorRoutes = [...componentRows, ...ofSites];

/** Only what differs is written, so that the audit log shows what changed. */
export async function storeFactors(db: Db, site_id: number, factors: SiteFactor[]): Promise<void> {
  await db.run(sql`
    delete from device_factor
     where site_id = ${site_id} and component_id <> all(${factors.map(({ component_id }) => component_id)})`);
  await db.run(sql`
    insert into device_factor as t (site_id, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds)
    select ${site_id}, component_id, sort, decimals, range_min, range_max, k, b, interval_seconds
      from jsonb_to_recordset(${json(factors)})
        as f (component_id smallint, sort integer, decimals smallint, range_min double precision,
              range_max double precision, k double precision, b double precision, interval_seconds integer)
    on conflict (site_id, component_id) do update
      set sort = excluded.sort, decimals = excluded.decimals, range_min = excluded.range_min,
          range_max = excluded.range_max, k = excluded.k, b = excluded.b, interval_seconds = excluded.interval_seconds
    where (t.sort, t.decimals, t.range_min, t.range_max, t.k, t.b, t.interval_seconds)
          is distinct from (excluded.sort, excluded.decimals, excluded.range_min, excluded.range_max, excluded.k,
                            excluded.b, excluded.interval_seconds)`);
}
