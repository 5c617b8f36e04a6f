import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { listPage, listRows } from '#server/http/list.ts';
import type { Route, SelectSource } from '#server/http/route.ts';
import { englishPlace } from '#server/places/english-places.ts';
import { soundOf } from '#server/places/pinyin.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { namedSites, scope } from '#server/scope.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { DataType } from '#shared/contract/readings/readings.ts';
import type { ListQuery } from '#shared/contract/resource.ts';
import { network, shortSites } from '#shared/contract/sites/network.ts';
import { faultFlags, maintenanceFlags } from '#shared/domain/flag-states.ts';
import { may } from '#shared/domain/may.ts';
import { wholeTexts } from './sites.routes.ts';

/** Every site that the user sees, with its place and link. */
const visible = ({ user }: Ctx) => sql`
  select s.site_id, s.mn, s.site_name, s.site_name_en, s.site_name as initials, '' as syllables, s.site_type, s.province_code, s.city_code, s.area_code, s.block_code,
         s.product_id, s.project_id, coalesce(p.counting_flags, '{}') as counting_flags, s.virtual_data,
         s.demo, s.longitude, s.latitude, s.address,
         coalesce(l.online, false) as online, l.changed_at, l.last_packet_at, l.last_data_at
    from site s left join link_state l using (site_id) left join product_line p using (product_id)
   where ${scope(user, sql`s.site_id`)}`;

const source: SelectSource = {
  listing: shortSites,
  select: visible,
  filters: wholeTexts,
  sort: sql`site_name collate "zh-x-icu", site_id`,
  show: () => (row) => ({
    ...row,
    ...soundOf(String(row.initials)),
    site_name_en: englishSiteName(String(row.initials), String(row.site_name_en)),
  }),
};

/** Used by pickers only, so it is not exportable. */
const shortRoute: Route = {
  call: shortSites.list,
  run: (ctx: Ctx, query: ListQuery) => listPage(ctx, source, query),
};

/** With position, address and link. */
const placed: SelectSource = {
  ...source,
  listing: {
    ...shortSites,
    columns: [
      ...shortSites.columns,
      ...['longitude', 'latitude', 'address', 'changed_at', 'last_packet_at', 'last_data_at'],
    ],
  },
};

interface Wanted extends ListQuery {
  data_type: DataType;
  component_ids?: number[];
}

/** A page of a list of sites with their latest values. */
async function withNewest<Row extends { site_id: number }>(ctx: Ctx, from: SelectSource, wanted: Wanted) {
  const { data_type, component_ids, ...query } = wanted;
  const { data_info, total } = await listPage<Row>(ctx, from, query as ListQuery);
  const site_ids = data_info.map(({ site_id }) => site_id);
  // An empty list of factors means no values.
  const rows = component_ids?.length === 0 ? [] : await ctx.series.latest(site_ids, data_type);
  const chosen = component_ids && new Set(component_ids);
  const bySite = new Map(
    rows.map(({ site_id, ts, received_at, values }) => {
      const shown = chosen ? values.filter(({ fid }) => chosen.has(fid)) : values;
      const newest = {
        ts,
        received_at,
        component_ids: shown.map(({ fid }) => fid),
        values: shown.map(({ value }) => value),
        flags: shown.map(({ flag }) => flag),
      };
      return [site_id, newest];
    }),
  );
  const nothing = { ts: null, received_at: null, component_ids: [], values: [], flags: [] };
  return { data_info: data_info.map((row) => ({ ...row, ...(bySite.get(row.site_id) ?? nothing) })), total };
}

type ShortSite = AnswerOf<typeof shortSites.list>['data_info'][number];
type PlacedSite = AnswerOf<typeof network.real>['data_info'][number];

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
  real: (ctx, wanted) => withNewest<PlacedSite>(ctx, placed, wanted),
  otherReal: (ctx, wanted) => withNewest<ShortSite>(ctx, source, wanted),

  // Flags of offline sites are outdated, so faults count only for online ones. Maintenance comes from maintenance
  // windows and from device flags. Alarms need the power to read them.
  count: async (ctx, wanted) => {
    const [faulty, maintained] = await Promise.all([
      ctx.series.flagged(faultFlags),
      ctx.series.flagged(maintenanceFlags),
    ]);
    const rows = await listRows(ctx, source, { page_index: 1, page_size: 1, order: 'asc', ...wanted });
    const now = ctx.now();
    const hasAlarm = may(ctx.user, 'alarm.read')
      ? sql`exists (select from alarm a where a.site_id = rows.site_id and a.ended_at is null)`
      : sql`false`;
    const hasWindow = sql`exists (
      select from maintained_site m where m.site_id = rows.site_id and m.starts_at <= ${now} and m.ends_at > ${now})`;
    const counts = await ctx.db.one<AnswerOf<typeof network.count>>(sql`
      select count(*) as all, count(*) filter (where online) as online, count(*) filter (where not online) as offline,
             count(*) filter (where ${hasAlarm}) as alarm,
             count(*) filter (where online and site_id = any(${faulty})) as fault,
             count(*) filter (where online and site_id = any(${maintained}) or ${hasWindow}) as maintenance
        from (${rows}) rows`);
    if (!counts) throw new Error('a count without a row');
    return counts;
  },

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
    const rows = await ctx.db.rows<City>(sql`
      select r.region_code as city_code, r.region_name as city_name, r.parent_code as province_code,
             avg(v.longitude) as longitude, avg(v.latitude) as latitude, count(*) as site_count,
             count(*) filter (where v.online) as online_count
        from (${visible(ctx)}) v join region r on r.region_code = v.city_code
       where v.longitude is not null and v.latitude is not null
         and v.site_type = coalesce(${site_type ?? null}, v.site_type)
       group by r.region_code order by r.region_code`);
    const data_info = rows.map((city) => ({ ...city, city_name_en: englishPlace(city.city_name, 'city') }));
    return { data_info, total: data_info.length };
  },
});

export const networkRoutes = [shortRoute, ...calls];
