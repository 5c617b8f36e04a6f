import type { Ctx } from '#server/app.ts';
import { identifier, type Sql, sql } from '#server/db/sql.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { orderActions } from '#shared/contract/work-orders/orders.ts';
import { may } from '#shared/domain/may.ts';
import { orderActs, orderStep } from '#shared/domain/order-steps.ts';
import { Fault } from '#shared/faults.ts';
import { isManager, mayStep, requireSeen } from './reach.ts';
import { recheckAlarms } from './recheck.ts';

type Shown = AnswerOf<typeof orderActions.get>;
type May = Shown['may'][number];

/** Accepted or done after its deadline, or not yet and past it. No deadline passes while on hold. */
export const isOverdue = (now: Date): Sql => sql`
  (coalesce(coalesce(o.done_at, o.closed_at, o.held_at, ${now}) > o.due_at, false)
   or coalesce(coalesce(o.accepted_at, o.closed_at, ${now}) > o.response_due_at, false))`;

export async function showOrder(ctx: Ctx, order_id: number): Promise<Shown> {
  const { db } = ctx;
  await requireSeen(ctx, order_id);
  const order = await db.one<Omit<Shown, 'readings' | 'files' | 'watchers' | 'alarms' | 'may'>>(sql`
    select o.order_id, o.version, o.order_type_id, t.type_name, t.type_name_en, o.order_title, o.order_title_en,
           o.description, o.description_en, o.priority,
           o.state, o.source, o.site_id, s.site_name, s.mn, s.longitude, s.latitude, s.address, o.user_group_id,
           g.user_group_name, o.assignee_id, a.real_name as assignee_name, o.made_by_name, o.created_at,
           o.response_due_at, o.due_at, o.accepted_at, o.started_at, o.held_at, o.done_at, o.closed_at,
           ${isOverdue(ctx.now())} as overdue, o.returned, o.reopened, o.close_reason, o.override_reason, o.override_by,
           f.number as form_number, f.fields, f.checklist, f.needs_check, f.needs_signature, f.recheck_minutes,
           o.answers, o.checks
      from work_order o
      join order_type t using (order_type_id)
      join order_form f using (form_id)
      left join site s on s.site_id = o.site_id
      left join user_group g on g.user_group_id = o.user_group_id
      left join user_account a on a.user_id = o.assignee_id
     where o.order_id = ${order_id}`);
  if (!order) throw new Fault('no_data');
  return {
    ...order,
    readings: await db.rows<Shown['readings'][number]>(sql`
      select r.field_key, r.value, coalesce(c.unit, '') as unit, r.flag, r.ts, r.taken_at, r.taken_by
        from order_reading r
        join work_order o using (order_id)
        join order_form f using (form_id)
        left join lateral jsonb_array_elements(f.fields) as asked (field) on field ->> 'key' = r.field_key
        left join component c on c.component_id = (field ->> 'component_id')::integer
       where order_id = ${order_id}`),
    files: await db.rows<Shown['files'][number]>(sql`
      select f.file_id, f.file_name, f.size from order_file join file f using (file_id)
       where order_id = ${order_id} and comment_id is null order by f.file_id`),
    watchers: await db.rows<Shown['watchers'][number]>(sql`
      select u.user_id, u.real_name from order_watcher join user_account u using (user_id)
       where order_id = ${order_id} order by u.real_name collate "zh-x-icu", u.user_id`),
    alarms: await recheckAlarms(ctx, db, order_id),
    may: await openSteps(ctx, order),
  };
}

/** The steps that the user may take now, in workflow order. */
async function openSteps(
  { db, user }: Ctx,
  { order_id, state, needs_check }: Pick<Shown, 'order_id' | 'state' | 'needs_check'>,
): Promise<May[]> {
  const worker = may(user, 'order.do');
  const steps = orderActs.filter(
    (act) => orderStep(state, act, needs_check) !== null && (act.startsWith('check') || worker),
  );
  const wanted = [...steps, ...(worker ? (['edit', 'assign'] as const) : [])];
  const rights = await db.one<Record<string, boolean>>(
    sql`select ${wanted.reduce((all, act) => sql`${all}, ${mayStep(user, act)} as ${identifier(act)}`, sql`true as seen`)}
          from work_order o where o.order_id = ${order_id}`,
  );
  const isOpen = state !== 'closed' && state !== 'cancelled';
  return [
    ...wanted.filter((act) => rights?.[act] && (isOpen || act === 'reopen')),
    ...(isManager(user) ? (['delete', 'override'] as const) : []),
  ];
}
