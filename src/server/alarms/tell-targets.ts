import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import type { DueEvent } from './tell-due.ts';
import { peopleOfRoutes, personColumns } from './tell-people.ts';

/** A recipient and the alarms to notify it of. */
export interface Telling {
  /** `sms:12`, `robot:3` or `webhook`: the same for repeated notifications. */
  target: string;
  channel: 'in_app' | 'sms' | 'email' | 'webhook' | 'robot';
  /** A number, an address, or a name. */
  recipient: string;
  user_id: number | null;
  robot_id: number | null;
  alarm_ids: number[];
}

/**
 * Robots and the webhook see everything that the route covers; people only what they may see, whatever the route
 * covers.
 */
const maySee = sql`case when q.site_id is null then p.sees_platform
  else p.sees_all or exists (select from visible_site v where v.user_id = p.user_id and v.site_id = q.site_id) end`;

const ways = sql`lateral (values ('in_app', p.account), ('sms', p.mobile), ('email', p.email)) way (channel, recipient)`;

/** Nobody is notified twice of an alarm at the same level through the same channel. */
const unheard = sql`not exists (
  select from alarm_told t where t.alarm_id = found.alarm_id and t.target = found.target and t.event <> 'recovered'
     and (t.level = 'alarm' or found.level = 'warning'))`;

/**
 * The recipients of due notifications: with a route, those it names at this moment; without one, those who were
 * notified of the alarm before. People without a number or address are skipped.
 */
export async function tellingsOf(
  app: Pick<App, 'now' | 'settings'>,
  db: Db,
  event: DueEvent,
  due_ids: readonly number[],
): Promise<Telling[]> {
  const routes = await db.rows<{ route_id: number }>(sql`
    select distinct route_id from alarm_due where due_id = any(${[...due_ids]}) and route_id is not null`);
  const people = await peopleOfRoutes(
    app,
    db,
    routes.map(({ route_id }) => route_id),
  );
  const { webhook_provider } = await app.settings.read(db);
  const hasWebhook = webhook_provider !== 'outbox';
  const isNews = event === 'raised' || event === 'worsened';
  return db.rows<Telling>(sql`
    with due as materialized (
      select d.alarm_id, d.route_id, a.site_id, a.level from alarm_due d join alarm a using (alarm_id)
       where d.due_id = any(${[...due_ids]})
    ), people as materialized (${people}),
    told as materialized (
      select distinct q.alarm_id, q.site_id, q.level, t.target, split_part(t.target, ':', 1) as channel,
             nullif(split_part(t.target, ':', 2), '')::integer as id
        from due q join alarm_told t using (alarm_id) where q.route_id is null
    ), found as (
      select q.alarm_id, q.level, way.channel || ':' || p.user_id as target, way.channel, way.recipient, p.user_id,
             null::integer as robot_id
        from due q join people p using (route_id) cross join ${ways}
       where way.channel = any(p.channels) and way.recipient <> '' and ${maySee}
      union all
      select q.alarm_id, q.level, 'robot:' || b.robot_id, 'robot', b.robot_name, null, b.robot_id
        from due q join alarm_route r using (route_id) join alarm_robot b on b.robot_id = any(r.robot_ids) and b.enabled
       where r.enabled
      union all
      select q.alarm_id, q.level, 'webhook', 'webhook', 'webhook', null, null
        from due q join alarm_route r using (route_id)
       where r.enabled and 'webhook' = any(r.channels) and ${hasWebhook}
      union all
      select q.alarm_id, q.level, q.target, way.channel, way.recipient, p.user_id, null
        from told q
        join (select ${personColumns} from user_account u join role using (role_id)
                left join user_notice n using (user_id) where u.status = 'normal') p on p.user_id = q.id
        join ${ways} on way.channel = q.channel
       where way.recipient <> '' and ${maySee}
      union all
      select q.alarm_id, q.level, q.target, 'robot', b.robot_name, null, b.robot_id
        from told q join alarm_robot b on b.robot_id = q.id and b.enabled where q.channel = 'robot'
      union all
      select q.alarm_id, q.level, q.target, 'webhook', 'webhook', null, null
        from told q where q.channel = 'webhook' and ${hasWebhook}
    )
    select target, channel, recipient, user_id, robot_id, jsonb_agg(distinct alarm_id) as alarm_ids
      from found where ${isNews ? unheard : sql`true`}
     group by target, channel, recipient, user_id, robot_id
     order by target`);
}
