import { identifier, type Sql, sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { handlers, runnerOf } from '#server/http/handlers.ts';
import type { Route } from '#server/http/route.ts';
import { namedSites, scope } from '#server/scope.ts';
import { siteActions, sites } from '#shared/contract/sites.ts';
import { storeFactors } from './factors.routes.ts';
import { PLACE_FIELDS, type Place, requirePlace } from './places.ts';

/** MN and codes of places are compared whole, unlike other texts. */
export const wholeTexts = Object.fromEntries(
  ['mn', ...PLACE_FIELDS].map((column) => [column, (text: string) => sql`${identifier(column)} = ${text}`]),
);

const rows = crud(sites, {
  table: 'site',
  scope: ({ user }) => scope(user, sql`t.site_id`),
  shows: {
    province_name: regionName(sql`t.province_code`),
    city_name: regionName(sql`t.city_code`),
    area_name: regionName(sql`t.area_code`),
    block_name: sql`(select b.block_name from block b where b.block_code = t.block_code)`,
    agreement_name: sql`(select a.agreement_name from agreement a where a.agreement_id = t.agreement_id)`,
    product_name: sql`(select p.product_name from product_line p where p.product_id = t.product_id)`,
    project_name: sql`(select p.project_name from project p where p.project_id = t.project_id)`,
    basin_name: sql`(select b.basin_name from basin b where b.basin_id = t.basin_id)`,
    factor_count: sql`(select count(*) from device_factor d where d.site_id = t.site_id)`,
    has_secret: sql`t.secret <> ''`,
    online: sql`coalesce((select l.online from link_state l where l.site_id = t.site_id), false)`,
    last_packet_at: sql`(select l.last_packet_at from link_state l where l.site_id = t.site_id)`,
  },
  filters: wholeTexts,
  beforeSave: async ({ db }, fields, before) => {
    if (PLACE_FIELDS.some((field) => field in fields)) {
      await requirePlace(db, { ...before, ...fields } as Place);
    }
    return fields;
  },
  parts: { factors: storeFactors },
});

const insert = runnerOf(rows, sites.add);

/** Whoever sees only some sites sees the ones they make. */
export async function addSite(ctx: Ctx, fields: object): Promise<{ site_id: number }> {
  const { site_id = 0 } = await insert(ctx, fields as never);
  if (!ctx.user.sees_all_sites) {
    await ctx.db.run(sql`insert into user_site (user_id, site_id) values (${ctx.user.user_id}, ${site_id})`);
  }
  return { site_id };
}

const remove = runnerOf(rows, sites.remove);

const actions = handlers(siteActions, {
  removeDevices: async (ctx, wanted) => {
    const named = await namedSites(ctx, wanted);
    await remove(ctx, { site_id: named.map(({ site_id }) => site_id) });
    return {};
  },
});

export const siteRoutes: Route[] = [
  ...rows.map((route) => (route.call === sites.add ? { ...route, run: addSite } : route)),
  ...actions,
];

function regionName(code: Sql): Sql {
  return sql`(select r.region_name from region r where r.region_code = ${code})`;
}
