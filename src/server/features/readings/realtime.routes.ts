import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { namedSites } from '#server/scope.ts';
import type { LatestOfSite } from '#server/series/store.ts';
import type { FactorColumn } from '#shared/contract/readings.ts';
import { type LatestValue, realtime } from '#shared/contract/realtime.ts';

/** A factor in the order of the site that it is a factor of. */
type SiteFactor = FactorColumn & { site_id: number };

export const realtimeRoutes = handlers(realtime, {
  data: async (ctx, { data_type, ...wanted }) => {
    const sites = await namedSites(ctx, wanted);
    const latest = await ctx.series.latest(
      sites.map(({ site_id }) => site_id),
      data_type,
    );
    const factors = await ctx.db.rows<SiteFactor>(sql`
      select l.site_id, c.component_id, c.component_name, c.component_name_en, c.formula, c.unit,
             coalesce(d.decimals, c.decimals) as decimals
        from unnest(${latest.flatMap(({ site_id, values }) => values.map(() => site_id))}::integer[],
                    ${latest.flatMap(({ values }) => values.map(({ fid }) => fid))}::smallint[])
               as l (site_id, component_id)
        join component c using (component_id)
        left join device_factor d using (site_id, component_id)
       order by l.site_id, d.sort nulls last, c.sort, c.component_id`);
    const factorsOf = new Map<number, SiteFactor[]>();
    for (const factor of factors) {
      const known = factorsOf.get(factor.site_id);
      if (known) known.push(factor);
      else factorsOf.set(factor.site_id, [factor]);
    }
    const latestOf = new Map(latest.map((one) => [one.site_id, one]));
    const data_info = sites.map((site) => {
      const newest = latestOf.get(site.site_id);
      return {
        ...site,
        ts: newest?.ts ?? null,
        received_at: newest?.received_at ?? null,
        values: newest ? inOrder(newest, factorsOf.get(site.site_id) ?? []) : [],
      };
    });
    return { data_info, total: data_info.length };
  },
});

function inOrder({ values }: LatestOfSite, factors: readonly SiteFactor[]): LatestValue[] {
  const byFactor = new Map(values.map((value) => [value.fid, value]));
  return factors.flatMap(({ site_id: _site, ...factor }) => {
    const value = byFactor.get(factor.component_id);
    return value ? [{ ...factor, value: value.value, flag: value.flag, ts: value.ts }] : [];
  });
}
