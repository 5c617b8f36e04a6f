import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import { firstData } from '#shared/contract/readings/first-data.ts';

export const firstDataRoutes = handlers(firstData, {
  byComponent: async (ctx, { component_id, ...wanted }) => {
    const sites = await namedSites(ctx, wanted);
    const site_ids = sites.map(({ site_id }) => site_id);
    const firsts = await ctx.series.firstBuckets('day', site_ids, [component_id]);
    const data_info = sites.flatMap((site) => {
      const ts = firsts.get(site.site_id);
      return ts ? [{ ...site, ts }] : [];
    });
    return { data_info, total: data_info.length };
  },
});
