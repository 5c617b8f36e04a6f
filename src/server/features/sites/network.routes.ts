import { sql } from '#server/db/sql.ts';
import type { Ctx } from '#server/http/ctx.ts';
import { handlers } from '#server/http/handlers.ts';
import { listPage } from '#server/http/list.ts';
import type { ListSource, Route } from '#server/http/route.ts';
import { namedSites, scope } from '#server/scope.ts';
import { network, shortSites } from '#shared/contract/network.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { wholeTexts } from './sites.routes.ts';

/** Every site that the user may see, with its place and its link. */
const visible = ({ user }: Ctx) => sql`
  select s.site_id, s.mn, s.site_name, s.site_type, s.province_code, s.city_code, s.area_code, s.block_code,
         s.product_id, s.project_id, s.virtual_data, s.longitude, s.latitude, s.address,
         coalesce(l.online, false) as online, l.changed_at, l.last_packet_at, l.last_data_at
    from site s left join link_state l using (site_id)
   where ${scope(user, sql`s.site_id`)}`;

const source: ListSource = {
  listing: shortSites,
  select: visible,
  filters: wholeTexts,
  sort: sql`site_name collate "zh-x-icu", site_id`,
};

/** For pickers, not for people: it is not offered as an export. */
const shortRoute: Route = {
  call: shortSites.list,
  run: (ctx: Ctx, query: ListQuery) => listPage(ctx, source, query),
};

interface Status {
  site_id: number;
  online: boolean;
  changed_at: string | null;
  last_packet_at: string | null;
  last_data_at: string | null;
}

interface City {
  city_code: string;
  city_name: string;
  province_code: string;
  longitude: number;
  latitude: number;
  site_count: number;
  online_count: number;
}

const calls = handlers(network, {
  status: async (ctx, wanted) => {
    const sites = await namedSites(ctx, wanted);
    const states = await ctx.db.rows<Status>(sql`
      select site_id, online, changed_at, last_packet_at, last_data_at from link_state
       where site_id = any(${sites.map(({ site_id }) => site_id)})`);
    const bySite = new Map(states.map((state) => [state.site_id, state]));
    const unheard = { online: false, changed_at: null, last_packet_at: null, last_data_at: null };
    const data_info = sites.map((site) => ({ ...unheard, ...bySite.get(site.site_id), ...site }));
    return { data_info, total: data_info.length };
  },

  cities: async (ctx, { site_type }) => {
    const data_info = await ctx.db.rows<City>(sql`
      select r.region_code as city_code, r.region_name as city_name, r.parent_code as province_code,
             avg(v.longitude) as longitude, avg(v.latitude) as latitude, count(*) as site_count,
             count(*) filter (where v.online) as online_count
        from (${visible(ctx)}) v join region r on r.region_code = v.city_code
       where v.longitude is not null and v.latitude is not null
         and v.site_type = coalesce(${site_type ?? null}, v.site_type)
       group by r.region_code order by r.region_code`);
    return { data_info, total: data_info.length };
  },
});

export const networkRoutes = [shortRoute, ...calls];
