import { routePeople } from '#server/alarms/tell-people.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { showPlaces } from '#server/places/places.ts';
import { alarmRouteActions, alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { Fault } from '#shared/faults.ts';
import { cityNames, placed, placeNames, requireReach, seenReach } from './reach.ts';

type Route = AnswerOf<typeof alarmRoutes.list>['data_info'][number];

const routes = crud(alarmRoutes, {
  scope: seenReach,
  shows: {
    ...placeNames,
    ...cityNames,
    user_names: sql`array(select u.real_name from user_account u where u.user_id = any(t.user_ids) order by 1)`,
    group_names: sql`array(
      select g.user_group_name from user_group g where g.user_group_id = any(t.user_group_ids) order by 1)`,
    duty_group_names: sql`array(
      select g.user_group_name from user_group g where g.user_group_id = any(t.duty_group_ids) order by 1)`,
    robot_names: sql`array(
      select r.robot_name from alarm_robot r where r.robot_id = any(t.robot_ids) order by 1)`,
  },
  sort: sql`after_minutes, route_id`,
  show: () => showPlaces,
  beforeSave: async (ctx, fields, before) => {
    const route = { ...before, ...fields } as Route;
    const { scope, product_id, city_code, site_id } = route;
    const reach = placed({ scope, product_id, city_code, site_id });
    await requireReach(ctx, [reach, ...(before ? [before] : [])]);
    const { everyone, user_ids, user_group_ids, duty_group_ids, channels, robot_ids } = route;
    const isForPeople = channels.some((channel) => channel !== 'webhook');
    const hasPeople = everyone || [user_ids, user_group_ids, duty_group_ids].some(({ length }) => length > 0);
    if (channels.length === 0 && robot_ids.length === 0) refuse('channels');
    if (isForPeople && !hasPeople) refuse('user_ids');
    return { ...fields, ...reach };
  },
  beforeDelete: (ctx, deleted) => requireReach(ctx, deleted),
});

function refuse(field: string): never {
  throw new Fault('parameter_error', { fields: [{ field, problem: 'required' }] });
}

const actions = handlers(alarmRouteActions, {
  who: async (ctx, { route_id }) => {
    const route = await ctx.db.one<Pick<Route, 'channels' | 'robot_ids'>>(sql`
      select t.channels, t.robot_ids from alarm_route t where t.route_id = ${route_id} and ${seenReach(ctx)}`);
    if (!route) throw new Fault('no_data');
    const people = await routePeople(ctx, ctx.db, route_id);
    const robots = await ctx.db.rows<{ robot_name: string }>(sql`
      select robot_name from alarm_robot where robot_id = any(${route.robot_ids}) and enabled order by 1`);
    return {
      data_info: people.map(({ mobile, email, ...person }) => {
        const ways = route.channels.filter((channel) => channel !== 'webhook');
        const lacks = { in_app: false, sms: !mobile, email: !email, webhook: false };
        return {
          ...person,
          channels: ways.filter((channel) => !lacks[channel]),
          missing: ways.filter((channel) => lacks[channel]),
        };
      }),
      robots: robots.map(({ robot_name }) => robot_name),
      webhook: route.channels.includes('webhook'),
    };
  },
});

export const alarmRecipientRoutes = [...routes, ...actions];
