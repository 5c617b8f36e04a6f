import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { firstData } from '#shared/contract/readings/first-data.ts';

export const firstDataRoutes = handlers(firstData, {
  byComponent: async (ctx, { component_id, ...wanted }) => {
    const sites = await namedSites(ctx, wanted);
    // One look into the index for each site, instead of all days of all of them.
    const firsts = await ctx.db.rows<{ site_id: number; ts: string }>(sql`
      with sets as (select array_agg(set_id) as ids from factor_set where fids @> array[${component_id}::smallint])
      select s.site_id, d.ts
        from unnest(${sites.map(({ site_id }) => site_id)}::integer[]) as s (site_id), sets,
             lateral (select ts from rollup_day
                       where site_id = s.site_id and set_id = any(sets.ids) order by ts limit 1) d`);
    const bySite = new Map(firsts.map(({ site_id, ts }) => [site_id, ts]));
    const data_info = sites.flatMap((site) => {
      const ts = bySite.get(site.site_id);
      return ts ? [{ ...site, ts }] : [];
    });
    return { data_info, total: data_info.length };
  },
});
