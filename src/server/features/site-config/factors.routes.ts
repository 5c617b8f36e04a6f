import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites, requireSeesAll, siteCount } from '#server/scope.ts';
import { components, factorCalls, type SiteFactorRow } from '#shared/contract/site-config/factors.ts';
import { Fault } from '#shared/faults.ts';

const componentRows = crud(components, {
  shows: {
    site_count: siteCount(sql`s.component_id = t.component_id`, sql`device_factor s`),
    is_derived: sql`t.derived_from is not null`,
  },
  sort: sql`sort, component_id`,
  beforeSave: async (ctx, fields, before) => {
    if (before)
      await requireSeesAll(
        ctx,
        sql`s.site_id in (select d.site_id from device_factor d where d.component_id = ${before.component_id})`,
      );
    return fields;
  },
  beforeDelete: async ({ db, series }, rows) => {
    const ids = rows.map(({ component_id }) => component_id);
    // Measurements refer to the factor's ID, so its row must stay.
    const used = await db.one(sql`
      select 1 from device_factor where component_id = any(${ids})
      union all select 1 from agreement_code where component_id = any(${ids})`);
    if (used || (await series.mayHold(ids))) throw new Fault('delete_failed', { detail: 'in_use' });
  },
});

const ofSites = handlers(factorCalls, {
  ofSite: async (ctx, { site_id }) => {
    await namedSites(ctx, { site_ids: [site_id] });
    // Read before the list, so that a concurrent save fails the version check and is not overwritten.
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
