import type { Ctx } from '#server/app.ts';
import { requireCompetence } from '#server/competence/require.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { requireOwnFiles } from '#server/files/own.ts';
import { type FilledForm, filesOf, formProblems, type OrderForm } from '#shared/domain/order-form.ts';
import { type OrderAct, type OrderState, orderStep, orderSteps } from '#shared/domain/order-steps.ts';
import { afterWorkingMinutes, workingMinutesBetween } from '#shared/domain/working-time.ts';
import { Fault } from '#shared/faults.ts';
import { concerned } from './add.ts';
import { readCalendar } from './calendar.routes.ts';
import { isManager, mayStep, orderScope } from './reach.ts';
import { recheckAlarms } from './recheck.ts';
import { type OrderNews, tellOfOrder } from './tell.ts';

export interface Step {
  order_id: number;
  act: OrderAct;
  note: string;
  override_reason: string;
  filled?: FilledForm;
}

interface Moved {
  order_type_id: number;
  state: OrderState;
  from_state: OrderState;
  assignee_id: number | null;
  user_group_id: number | null;
  made_by: number | null;
  due_at: string | null;
  held_at: string | null;
}

/** The columns that a step changes besides the state. */
const sets: Record<OrderAct, (ctx: Ctx, step: Step) => Sql> = {
  accept: ({ user, now }) =>
    sql`accepted_at = ${now()}, assignee_id = coalesce(o.assignee_id, ${user.user_id})`,
  start: ({ now }) => sql`started_at = coalesce(o.started_at, ${now()}), held_at = null`,
  hold: ({ now }) => sql`held_at = ${now()}`,
  do: ({ now }, { filled }) => sql`
    done_at = ${now()}, answers = ${json(filled?.answers ?? {})}, checks = ${json(filled?.checks ?? {})}`,
  check_pass: () => sql`returned = o.returned`,
  // Clearing `done_at` makes the deadline apply again.
  check_fail: () => sql`returned = o.returned + 1, done_at = null`,
  close: (_ctx, { note }) => sql`close_reason = ${note}`,
  cancel: (_ctx, { note }) => sql`close_reason = ${note}`,
  reopen: () => sql`
    reopened = o.reopened + 1, done_at = null, held_at = null, close_reason = '', override_reason = '', override_by = null`,
};

/** Steps for which the order's type may require a certificate. */
const doing: ReadonlySet<OrderAct> = new Set(['accept', 'start', 'do']);

/** The notice of a step. */
const news: Partial<Record<OrderAct, OrderNews>> = {
  do: 'done',
  check_pass: 'closed',
  check_fail: 'returned',
  close: 'closed',
  cancel: 'cancelled',
  reopen: 'reopened',
};

/**
 * Takes one step of an order with one atomic update: the current state, the user's right and their sites are its
 * conditions, so that of two users at once only one wins.
 */
export async function takeStep(ctx: Ctx, step: Step): Promise<{ state: OrderState }> {
  const { db, user, now } = ctx;
  if ((step.act === 'hold' || step.act === 'check_fail') && step.note === '') refuseEmpty('note');
  const { from } = orderSteps[step.act];
  const isLast = sql`${toState(step.act)} in ('closed', 'cancelled')`;
  const moved = await db.one<Moved>(sql`
    with before as (
      select o.order_id, o.state, o.held_at from work_order o where o.order_id = ${step.order_id} for update)
    update work_order o
       set state = ${toState(step.act)}, closed_at = case when ${isLast} then ${now()}::timestamptz end,
           ${sets[step.act](ctx, step)}
      from before
     where o.order_id = before.order_id and o.state = any(${[...from]}) and ${mayStep(user, step.act)}
       and ${orderScope(user, sql`o.site_id`)}
    returning o.order_type_id, o.state, before.state as from_state, o.assignee_id, o.user_group_id, o.made_by, o.due_at, before.held_at`);
  if (!moved) throw await refusal(ctx, step);
  if (doing.has(step.act)) await requireCompetence(ctx, { order_type_id: moved.order_type_id });
  if (step.filled && step.act === 'do') await requireFilled(ctx, step.order_id, step.filled);
  if (moved.state === 'closed') await requireGoodData(ctx, step);
  if (moved.from_state === 'on_hold' && step.act === 'start') await addHeldTime(ctx, step.order_id, moved);
  if (step.act === 'reopen') await renewDeadline(ctx, step.order_id, moved);
  await db.run(sql`
    insert into order_step (order_id, at, act, from_state, to_state, user_id, actor, note, details)
    values (${step.order_id}, ${now()}, ${step.act}, ${moved.from_state}, ${moved.state}, ${user.user_id},
            ${user.real_name}, ${step.note},
            ${json(step.override_reason ? { override_reason: step.override_reason } : {})})`);
  await tellOthers(ctx, step, moved);
  return { state: moved.state };
}

/** The next state in SQL: only `do` depends on the order. */
function toState(act: OrderAct): Sql {
  const [withCheck, without] = [true, false].map((needsCheck) =>
    orderStep(orderSteps[act].from[0] as OrderState, act, needsCheck),
  );
  return withCheck === without
    ? sql`${withCheck}::text`
    : sql`case when o.needs_check then ${withCheck}::text else ${without}::text end`;
}

function refuseEmpty(field: string): never {
  throw new Fault('parameter_error', { fields: [{ field, problem: 'required' }] });
}

async function refusal({ db, user }: Ctx, { order_id, act }: Step): Promise<Fault> {
  const order = await db.one<{ state: OrderState; seen: boolean; may: boolean }>(sql`
    select o.state, ${orderScope(user, sql`o.site_id`)} as seen, ${mayStep(user, act)} as may
      from work_order o where o.order_id = ${order_id}`);
  if (!order) return new Fault('no_data');
  if (!order.seen || !order.may) return new Fault('no_authority');
  return new Fault('processing_failed', {
    detail: 'order_step_refused',
    params: { state: order.state, act },
  });
}

async function requireFilled(ctx: Ctx, order_id: number, filled: FilledForm): Promise<void> {
  const { db } = ctx;
  const form = await db.one<OrderForm>(sql`
    select f.fields, f.checklist, f.needs_signature from work_order join order_form f using (form_id)
     where order_id = ${order_id}`);
  if (!form) throw new Fault('no_data');
  const taken = await db.rows<{ field_key: string }>(
    sql`select field_key from order_reading where order_id = ${order_id}`,
  );
  const problems = formProblems(form, filled, new Set(taken.map(({ field_key }) => field_key)));
  if (problems.length > 0) throw new Fault('parameter_error', { fields: problems });
  const file_ids = filesOf(form, filled);
  const known = await db.rows<{ file_id: number }>(
    sql`select file_id from order_file where order_id = ${order_id} and file_id = any(${file_ids})`,
  );
  const kept = new Set(known.map(({ file_id }) => file_id));
  await requireOwnFiles(
    ctx,
    file_ids.filter((file_id) => !kept.has(file_id)),
  );
  await db.run(sql`
    insert into order_file (order_id, file_id) select ${order_id}, unnest(${file_ids}::integer[])
    on conflict do nothing`);
}

/** An order from alarms closes only if the data prove the fix, or with a manager's override, which stays visible. */
async function requireGoodData(ctx: Ctx, { order_id, override_reason }: Step): Promise<void> {
  const failing = (await recheckAlarms(ctx, ctx.db, order_id)).find(({ state }) => state !== 'passed');
  if (!failing) return;
  if (override_reason === '' || !isManager(ctx.user)) {
    throw new Fault('processing_failed', {
      detail: `order_recheck_${failing.state as 'open' | 'no_data' | 'waiting'}`,
    });
  }
  await ctx.db.run(sql`
    update work_order set override_reason = ${override_reason}, override_by = ${ctx.user.real_name}
     where order_id = ${order_id}`);
}

/** Extends the deadline by the working time on hold. */
async function addHeldTime({ db, now }: Ctx, order_id: number, { due_at, held_at }: Moved): Promise<void> {
  if (due_at === null || held_at === null) return;
  const calendar = await readCalendar(db);
  const held = workingMinutesBetween(calendar, new Date(held_at), now());
  const later = afterWorkingMinutes(calendar, new Date(due_at), held);
  await db.run(sql`update work_order set due_at = ${later} where order_id = ${order_id}`);
}

/** After reopening, a passed deadline is renewed by the type's limit. */
async function renewDeadline(
  { db, now }: Ctx,
  order_id: number,
  { order_type_id, due_at }: Moved,
): Promise<void> {
  if (due_at === null || new Date(due_at) > now()) return;
  const type = await db.one<{ completion_minutes: number | null }>(
    sql`select completion_minutes from order_type where order_type_id = ${order_type_id}`,
  );
  const minutes = type?.completion_minutes ?? null;
  const due = minutes === null ? null : afterWorkingMinutes(await readCalendar(db), now(), minutes);
  await db.run(sql`update work_order set due_at = ${due} where order_id = ${order_id}`);
}

async function tellOthers(ctx: Ctx, { order_id, act, note }: Step, moved: Moved): Promise<void> {
  const what = act === 'do' && moved.state === 'closed' ? 'closed' : news[act];
  if (!what) return;
  const watchers = await ctx.db.rows<{ user_id: number }>(
    sql`select user_id from order_watcher where order_id = ${order_id}`,
  );
  const people = [
    moved.made_by,
    ...(await concerned(ctx.db, moved)),
    ...watchers.map(({ user_id }) => user_id),
  ];
  await tellOfOrder(ctx, what, order_id, people, note);
}
