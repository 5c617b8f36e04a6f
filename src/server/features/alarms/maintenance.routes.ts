import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { showPlaces } from '#server/places/places.ts';
import { namedSites, scope as sitesOf } from '#server/scope.ts';
import {
  MAINTENANCE_AHEAD_HOURS,
  MAX_WINDOW_DAYS,
  maintenanceNow,
  maintenanceWindows,
} from '#shared/contract/alarms/maintenance.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { cityNames, placed, placeNames, requireReach, seenReach } from './reach.ts';

type Window = AnswerOf<typeof maintenanceWindows.list>['data_info'][number];

const windows = crud(maintenanceWindows, {
  scope: seenReach,
  shows: {
    ...placeNames,
    ...cityNames,
    state: ({ now }) => sql`
      case when t.ends_at <= ${now()} then 'past' when t.starts_at > ${now()} then 'coming' else 'open' end`,
    site_count: ({ user }) => sql`
      (select count(*) from maintained_site m
        where m.window_id = t.window_id and ${sitesOf(user, sql`m.site_id`)})`,
  },
  sort: sql`ends_at desc, window_id desc`,
  show: () => showPlaces,
  beforeSave: async (ctx, fields, before) => {
    const { scope, product_id, city_code, site_id, starts_at, ends_at } = {
      ...before,
      ...fields,
    } as Window;
    const reach = placed({ scope, product_id, city_code, site_id });
    await requireReach(ctx, [reach, ...(before ? [before] : [])]);
    const length = Date.parse(ends_at) - Date.parse(starts_at);
    if (length <= 0) refuse('start_after_end');
    if (length > MAX_WINDOW_DAYS * DAY_MS) refuse('range_too_long', { days: MAX_WINDOW_DAYS });
    return { ...fields, ...reach };
  },
  beforeDelete: (ctx, deleted) => requireReach(ctx, deleted),
});

function refuse(problem: string, params?: Record<string, number>): never {
  throw new Fault('parameter_error', { fields: [{ field: 'ends_at', problem, params }] });
}

const now = handlers(maintenanceNow, {
  data: async (ctx, { site_id }) => {
    if (site_id !== undefined) await namedSites(ctx, { site_ids: [site_id] });
    const at = ctx.now();
    const soon = new Date(at.getTime() + MAINTENANCE_AHEAD_HOURS * HOUR_MS);
    const data_info = await ctx.db.rows<AnswerOf<typeof maintenanceNow.data>['data_info'][number]>(sql`
      select w.window_id, w.starts_at, w.ends_at, w.reason, w.origin, jsonb_agg(m.site_id) as site_ids
        from maintenance_window w join maintained_site m using (window_id)
       where w.ends_at > ${at} and w.starts_at <= ${soon} and ${sitesOf(ctx.user, sql`m.site_id`)}
         and m.site_id = coalesce(${site_id ?? null}, m.site_id)
       group by w.window_id order by w.starts_at, w.window_id`);
    return { data_info };
  },
});

export const maintenanceRoutes = [...windows, ...now];
