import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { requireOwnFiles } from '#server/files/own.ts';
import { alarmScope, namedSites } from '#server/scope.ts';
import type { ParsedOf } from '#shared/contract/define.ts';
import type { orderActions, orderSources } from '#shared/contract/work-orders/orders.ts';
import { afterWorkingMinutes } from '#shared/domain/working-time.ts';
import { Fault } from '#shared/faults.ts';
import { type Assigned, assigned } from './assign.ts';
import { readCalendar } from './calendar.routes.ts';
import { tellOfOrder } from './tell.ts';

type Wanted = ParsedOf<typeof orderActions.add>;
type Source = (typeof orderSources)[number];

export interface OrderTypeNow {
  order_type_id: number;
  form_id: number;
  needs_check: boolean;
  response_minutes: number | null;
  completion_minutes: number | null;
  user_group_id: number | null;
  enabled: boolean;
}

/** The creator of an order: a user, or the platform under a display name. */
export interface Maker {
  user_id: number | null;
  real_name: string;
}
type Making = Pick<Ctx, 'db' | 'now' | 'settings'> & { user: Maker };

export type OrderPriority = Wanted['priority'];

interface NewOrder {
  site_id: number | null;
  order_title: string;
  description: string;
  order_title_en?: string;
  description_en?: string;
  priority: OrderPriority;
  source: Source;
  whom: Assigned;
  due_at?: string | null;
  plan_id?: number;
}

export async function addOrder(ctx: Ctx, wanted: Wanted, from?: Source): Promise<{ order_id: number }> {
  const { db } = ctx;
  await requireOwnFiles(ctx, wanted.file_ids);
  const type = await typeOf(db, wanted.order_type_id);
  const site_id = await siteOf(ctx, wanted);
  const whom = await assigned(ctx, wanted, { site_id, type_group_id: type.user_group_id });
  const source = from ?? (wanted.alarm_ids.length > 0 ? 'alarm' : 'person');
  const order_id = await insertOrder(ctx, type, { ...wanted, site_id, source, whom });
  await db.run(sql`
    insert into order_alarm (order_id, alarm_id) select ${order_id}, unnest(${wanted.alarm_ids}::bigint[])
    on conflict do nothing`);
  await setWatchers(db, order_id, wanted.watcher_ids);
  await addFiles(db, order_id, wanted.file_ids);
  return { order_id };
}

export async function addFiles(db: Db, order_id: number, file_ids: readonly number[]): Promise<void> {
  await db.run(sql`
    insert into order_file (order_id, file_id) select ${order_id}, unnest(${[...file_ids]}::integer[])
    on conflict do nothing`);
}

/** Inserts the order with its first step and notifies the assignees. */
export async function insertOrder(ctx: Making, type: OrderTypeNow, order: NewOrder): Promise<number> {
  const { db, user } = ctx;
  const now = ctx.now();
  const { response_due_at, due_at } = await deadlines(db, type, now);
  const row = await db.one<{ order_id: number }>(sql`
    insert into work_order (order_type_id, form_id, needs_check, site_id, order_title, description, order_title_en,
                            description_en, priority, source, made_by,
                            made_by_name, user_group_id, assignee_id, created_at, response_due_at, due_at, plan_id)
    values (${type.order_type_id}, ${type.form_id}, ${type.needs_check}, ${order.site_id}, ${order.order_title},
            ${order.description}, ${order.order_title_en ?? ''}, ${order.description_en ?? ''}, ${order.priority}, ${order.source}, ${user.user_id}, ${user.real_name},
            ${order.whom.user_group_id}, ${order.whom.assignee_id}, ${now}, ${response_due_at},
            ${order.due_at ?? due_at}, ${order.plan_id ?? null})
    returning order_id`);
  if (!row) throw new Fault('add_failed');
  const { order_id } = row;
  await db.run(sql`
    insert into order_step (order_id, at, act, to_state, user_id, actor, details)
    values (${order_id}, ${now}, 'add', 'pending', ${user.user_id}, ${user.real_name}, ${json(order.whom)})`);
  await tellOfOrder(ctx, 'assigned', order_id, await concerned(db, order.whom));
  return order_id;
}

/** The assignee; without one, all members of the group. */
export async function concerned(
  db: Db,
  { assignee_id, user_group_id }: { assignee_id: number | null; user_group_id: number | null },
): Promise<(number | null)[]> {
  if (assignee_id !== null) return [assignee_id];
  const members = await db.rows<{ user_id: number }>(
    sql`select user_id from user_group_member where user_group_id = ${user_group_id}`,
  );
  return members.map(({ user_id }) => user_id);
}

export async function setWatchers(db: Db, order_id: number, user_ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(user_ids)];
  await db.run(sql`delete from order_watcher where order_id = ${order_id} and user_id <> all(${wanted})`);
  await db.run(sql`
    insert into order_watcher (order_id, user_id)
    select ${order_id}, u.user_id from user_account u where u.user_id = any(${wanted}) on conflict do nothing`);
}

export async function typeOf(db: Db, order_type_id: number): Promise<OrderTypeNow> {
  const type = await db.one<OrderTypeNow>(sql`
    select t.order_type_id, f.form_id, f.needs_check, t.response_minutes, t.completion_minutes, t.user_group_id, t.enabled
      from order_type t join order_form f using (order_type_id)
     where t.order_type_id = ${order_type_id} order by f.number desc limit 1`);
  if (type?.enabled) return type;
  throw new Fault('parameter_error', { fields: [{ field: 'order_type_id', problem: 'unknown_value' }] });
}

/** The alarms of an order must belong to one site and to no other open order. */
async function siteOf(ctx: Ctx, { site_id, alarm_ids }: Wanted): Promise<number | null> {
  const { db, user } = ctx;
  if (site_id !== null) await namedSites(ctx, { site_ids: [site_id] });
  if (alarm_ids.length === 0) return site_id;
  const alarms = await db.rows<{ site_id: number | null; seen: boolean }>(sql`
    select site_id, ${alarmScope(user, sql`site_id`)} as seen from alarm
     where alarm_id = any(${alarm_ids}) order by alarm_id for update`);
  if (alarms.some(({ seen }) => !seen)) throw new Fault('no_authority');
  if (alarms.length < new Set(alarm_ids).size) throw new Fault('no_data');
  const sites = new Set(alarms.map((alarm) => alarm.site_id));
  const [of = null] = sites;
  if (sites.size > 1 || (site_id !== null && site_id !== of))
    throw new Fault('parameter_error', { fields: [{ field: 'alarm_ids', problem: 'several_sites' }] });
  const taken = await db.one<{ order_id: number }>(sql`
    select o.order_id from order_alarm join work_order o using (order_id)
     where alarm_id = any(${alarm_ids}) and o.closed_at is null limit 1`);
  if (taken)
    throw new Fault('add_repeated', { detail: 'alarm_has_order', params: { number: taken.order_id } });
  return of;
}

async function deadlines(db: Db, { response_minutes, completion_minutes }: OrderTypeNow, now: Date) {
  const calendar = await readCalendar(db);
  const after = (minutes: number | null) =>
    minutes === null ? null : afterWorkingMinutes(calendar, now, minutes);
  return { response_due_at: after(response_minutes), due_at: after(completion_minutes) };
}
