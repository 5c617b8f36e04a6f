import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { onDuty } from '#server/duty/on-duty.ts';
import { SUPER_ROLE } from '#shared/domain/may.ts';

type Now = Pick<App, 'now'>;

const may = (power: string) => sql`(u.role_id = ${SUPER_ROLE} or exists (
  select from role_power rp join power p using (power_id) where rp.role_id = u.role_id and p.power_code = ${power}))`;

/** The current recipients of routes: by name, by group, by duty roster, or everyone who may read alarms. */
export async function peopleOfRoutes({ now }: Now, db: Db, route_ids: readonly number[]): Promise<Sql> {
  const groups = await db.rows<{ user_group_id: number }>(sql`
    select distinct unnest(duty_group_ids) as user_group_id from alarm_route where route_id = any(${[...route_ids]})`);
  const people = await onDuty(
    db,
    groups.map(({ user_group_id }) => user_group_id),
    now(),
  );
  const onDutyNow = sql`unnest(${people.map(({ user_group_id }) => user_group_id)}::integer[],
    ${people.map(({ user_id }) => user_id)}::integer[]) as duty (user_group_id, user_id)`;
  return sql`
    select r.route_id, r.channels, ${personColumns}
      from alarm_route r
      join user_account u on u.status = 'normal'
       and (u.user_id = any(r.user_ids)
            or u.user_id in (select m.user_id from user_group_member m where m.user_group_id = any(r.user_group_ids))
            or exists (select from ${onDutyNow}
                        where duty.user_id = u.user_id and duty.user_group_id = any(r.duty_group_ids))
            or (r.everyone and ${may('alarm.read')}))
      join role using (role_id)
      left join user_notice n using (user_id)
     where r.route_id = any(${[...route_ids]}) and r.enabled`;
}

/** Columns of `user_account u`, `role` and `user_notice n`: contact data, and what the person may see. */
export const personColumns = sql`
  u.user_id, u.account, u.real_name, u.mobile, n.email,
  u.role_id = ${SUPER_ROLE} or role.sees_all_sites as sees_all, ${may('platform.read')} as sees_platform`;

export interface Person {
  user_id: number;
  real_name: string;
  account: string;
  mobile: string | null;
  email: string | null;
  /** The route's sites that the person may see. */
  site_count: number;
}

export async function routePeople(app: Now, db: Db, route_id: number): Promise<Person[]> {
  const people = await peopleOfRoutes(app, db, [route_id]);
  return db.rows<Person>(sql`
    select p.user_id, p.real_name, p.account, p.mobile, p.email,
           (select count(*) from site s join alarm_route r on r.route_id = p.route_id and ${routeHolds(sql`r`)}
             where p.sees_all or exists (select from visible_site v
                                          where v.user_id = p.user_id and v.site_id = s.site_id)) as site_count
      from (${people}) p order by p.real_name collate "zh-x-icu", p.user_id`);
}

/** Whether a route applies to the site `s`. A platform alarm has no site: it belongs to the network. */
export function routeHolds(route: Sql): Sql {
  return sql`case ${route}.scope when 'network' then true
                                 when 'product' then ${route}.product_id = s.product_id
                                 when 'city' then ${route}.city_code = s.city_code
                                 else ${route}.site_id = s.site_id end`;
}
