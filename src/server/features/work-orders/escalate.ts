import { peopleOfRoutes, routeHolds } from '#server/alarms/tell-people.ts';
import type { App } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { concerned } from './add.ts';
import { type OrderWords, tellOfOrder, wordsOfOrder } from './tell.ts';

type Teller = Pick<App, 'pool' | 'now' | 'settings'>;

/** Limit per run; the others follow in the next one. */
const AT_ONCE = 100;

/** The missed deadline; null while the order is on hold. */
const overdueAt = (now: Date): Sql => sql`
  case when o.closed_at is null and o.held_at is null then
    least(case when o.accepted_at is null and o.response_due_at <= ${now} then o.response_due_at end,
          case when o.done_at is null and o.due_at <= ${now} then o.due_at end) end`;

/**
 * The steps of the alarm escalation for the order's site: those for any kind of instrument alarm. Priorities `high` and
 * `urgent` escalate like alarms, others like warnings.
 */
const ladder = sql`
  r.enabled and 'instrument' = any(r.families) and r.kinds = '{}' and ${routeHolds(sql`r`)}
  and case when o.priority in ('high', 'urgent') then 'alarm' else 'warning' end = any(r.levels)`;

interface Late {
  order_id: number;
  overdue_at: string;
  /** Null: the people concerned with the order. */
  route_ids: (number | null)[];
}

/** Notifies about overdue orders: first the people concerned, then the escalation steps; each once. */
export async function escalateOverdue(app: Teller): Promise<number> {
  const now = app.now();
  const late = await app.pool.rows<Late>(sql`
    with late as (
      select o.order_id, o.priority, o.site_id, ${overdueAt(now)} as overdue_at from work_order o
       where o.closed_at is null and least(o.response_due_at, o.due_at) <= ${now}
    ), steps as (
      select o.order_id, o.overdue_at, null::integer as route_id from late o where o.overdue_at is not null
      union all
      select o.order_id, o.overdue_at, r.route_id
        from late o left join site s using (site_id)
        join alarm_route r on o.overdue_at + make_interval(mins => r.after_minutes) <= ${now} and ${ladder}
    )
    select order_id, overdue_at, jsonb_agg(route_id) as route_ids from steps x
     where not exists (select from order_told t where t.order_id = x.order_id and t.overdue_at = x.overdue_at
                          and t.route_id is not distinct from x.route_id)
     group by order_id, overdue_at order by overdue_at, order_id limit ${AT_ONCE}`);
  for (const one of late) await tellOne(app, one, now);
  return late.length;
}

/** Inserting the step decides which of several servers notifies. */
async function tellOne(app: Teller, { order_id, overdue_at, route_ids }: Late, now: Date): Promise<void> {
  await app.pool.tx({}, async (db) => {
    const mine = await db.rows<{ route_id: number | null }>(sql`
      insert into order_told (order_id, overdue_at, route_id, told_at)
      select ${order_id}, ${overdue_at}, x::text::integer, ${now}
        from unnest(${route_ids.map((one) => one?.toString() ?? null)}::text[]) x
      on conflict do nothing returning route_id`);
    const routes = mine.flatMap(({ route_id }) => route_id ?? []);
    const ctx = { ...app, now: () => now, db, user: { user_id: null, real_name: '' } };
    if (mine.length > routes.length) await tellHolders(ctx, order_id);
    if (routes.length === 0) return;
    const words = await wordsOfOrder(db, 'overdue', order_id, '');
    if (words) await tellLadder(app, db, routes, words, now);
    await db.run(sql`
      insert into order_step (order_id, at, act, details)
      select ${order_id}, ${now}, 'escalate', jsonb_build_object('route_name', r.route_name)
        from alarm_route r where r.route_id = any(${routes}) order by r.after_minutes, r.route_id`);
  });
}

async function tellHolders(ctx: Parameters<typeof tellOfOrder>[0], order_id: number): Promise<void> {
  const { db } = ctx;
  const order = await db.one<{
    assignee_id: number | null;
    user_group_id: number | null;
    made_by: number | null;
  }>(sql`select assignee_id, user_group_id, made_by from work_order where order_id = ${order_id}`);
  if (!order) return;
  const watchers = await db.rows<{ user_id: number }>(
    sql`select user_id from order_watcher where order_id = ${order_id}`,
  );
  const people = [order.made_by, ...(await concerned(db, order)), ...watchers.map(({ user_id }) => user_id)];
  await db.run(sql`
    insert into order_step (order_id, at, act, details) values (${order_id}, ${ctx.now()}, 'overdue', ${json({})})`);
  await tellOfOrder(ctx, 'overdue', order_id, people);
}

/**
 * Notifies the current recipients of the steps through their channels, except people who do not see the site or have
 * just been notified as being concerned.
 */
async function tellLadder(
  app: Teller,
  db: Db,
  route_ids: readonly number[],
  { site_id, notice, path }: OrderWords,
  now: Date,
): Promise<void> {
  const { subject, body, said } = notice;
  const people = await peopleOfRoutes(app, db, route_ids);
  const shown = json({ said, path });
  const text = sql`case way.channel when 'sms' then ${subject} else ${body} end`;
  const state = sql`case way.channel when 'in_app' then 'sent' else 'queued' end`;
  await db.run(sql`
    with people as (${people})
    insert into message (channel, recipient, user_id, kind, subject, body, details, state, created_at, next_at, sent_at)
    select way.channel, way.recipient, way.user_id, 'order', ${subject}, ${text}, way.details, ${state}, ${now}, ${now},
           case way.channel when 'in_app' then ${now}::timestamptz end
      from (select distinct w.channel, w.recipient, p.user_id,
                   case w.channel when 'in_app' then ${shown} else '{}' end as details
              from people p
             cross join lateral (values ('in_app', p.account), ('sms', p.mobile), ('email', p.email)) w (channel, recipient)
             where w.channel = any(p.channels) and w.recipient <> ''
               and (${site_id}::integer is null or p.sees_all or exists (
                     select from visible_site v where v.user_id = p.user_id and v.site_id = ${site_id}))
               and not exists (
                     select from message m where m.user_id = p.user_id and m.channel = w.channel and m.kind = 'order'
                        and m.subject = ${subject} and m.created_at = ${now})
            union all
            select distinct 'robot', b.robot_name, null::integer, jsonb_build_object('robot_id', b.robot_id::text)
              from alarm_route r join alarm_robot b on b.robot_id = any(r.robot_ids) and b.enabled
             where r.route_id = any(${[...route_ids]})) way`);
}
