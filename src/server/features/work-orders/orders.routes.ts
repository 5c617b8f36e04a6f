import { join } from 'node:path';
import type { Ctx } from '#server/app.ts';
import { personName } from '#server/authority/person-name.ts';
import { identifier, json, type Sql, sql } from '#server/db/sql.ts';
import { requireContent } from '#server/files/store.ts';
import { downloadUrl } from '#server/http/downloads.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';
import { may } from '#shared/domain/may.ts';
import type { FormField } from '#shared/domain/order-form.ts';
import type { OrderState } from '#shared/domain/order-steps.ts';
import { Fault } from '#shared/faults.ts';
import { addOrder, concerned, setWatchers } from './add.ts';
import { assigned } from './assign.ts';
import { auditOrder } from './audit.ts';
import { mayStep, orderScope, requireSeen } from './reach.ts';
import { isOverdue, showOrder } from './show.ts';
import { takeStep } from './step.ts';
import { tellOfOrder } from './tell.ts';

/** Counting all rows takes longer than reading a page, so the total is capped. */
const COUNTS_TO = 10_000;

const mine = {
  /** Work that is done waits for those who check it, and no longer for who did it. */
  todo: ({ user }: Ctx) => sql`closed_at is null and case state when 'awaiting_check'
    then ${may(user, 'order.check')}
    else assignee_id = ${user.user_id} or assignee_id is null and user_group_id in (
           select m.user_group_id from user_group_member m where m.user_id = ${user.user_id}) end`,
  made: ({ user }: Ctx) => sql`made_by = ${user.user_id}`,
  watched: ({ user }: Ctx) =>
    sql`order_id in (select w.order_id from order_watcher w where w.user_id = ${user.user_id})`,
};

const log = list(orders, {
  select: ({ user, now }) => sql`
    select o.order_id, o.order_type_id, t.type_name, t.type_name_en, o.order_title, o.order_title_en, o.priority, o.state, o.source, o.site_id,
           s.site_name, s.mn, s.longitude, s.latitude, o.user_group_id, o.assignee_id,
           (select g.user_group_name from user_group g where g.user_group_id = o.user_group_id) as user_group_name,
           ${personName(sql`o.assignee_id`)} as assignee_name, o.made_by, o.made_by_name, o.created_at, o.response_due_at, o.due_at,
           o.accepted_at, o.done_at, o.closed_at, ${isOverdue(now())} as overdue, o.returned, o.plan_id
      from work_order o
      -- Every order has its type; joined like this, counting leaves it out.
      left join order_type t on t.order_type_id = o.order_type_id
      left join site s on s.site_id = o.site_id
     where ${orderScope(user, sql`o.site_id`)}`,
  filters: {
    open: (yes: boolean) => (yes ? sql`closed_at is null` : sql`closed_at is not null`),
    mine: (which: keyof typeof mine, ctx) => mine[which](ctx),
    plan_id: (plan_id: number) => sql`plan_id = ${plan_id}`,
    alarm_id: (alarm_id: number) =>
      sql`order_id in (select oa.order_id from order_alarm oa where oa.alarm_id = ${alarm_id})`,
  },
  sort: sql`created_at desc, order_id desc`,
  countsTo: COUNTS_TO,
});

/** An unchanged text keeps both languages; an edited one has only one. */
function keptWords(column: 'order_title' | 'description', words: string | undefined): Sql {
  const [own, english] = [identifier(column), identifier(`${column}_en`)];
  const isKept = sql`(${words}::text is null or ${words} = ${own} or ${words} = nullif(${english}, ''))`;
  return sql`${own} = case when ${isKept} then ${own} else ${words} end,
             ${english} = case when ${isKept} then ${english} else '' end`;
}

const actions = handlers(orderActions, {
  add: (ctx, wanted) => addOrder(ctx, wanted),
  do: (ctx, { answers, checks, ...step }) => takeStep(ctx, { ...step, filled: { answers, checks } }),
  check: (ctx, step) => takeStep(ctx, step),
  close: (ctx, step) => takeStep(ctx, step),
  get: (ctx, { order_id }) => showOrder(ctx, order_id),

  remove: async ({ db, user }, { order_id }) => {
    const ids = [...new Set(order_id)];
    const seen = await db.rows<{ seen: boolean }>(sql`
      select ${orderScope(user, sql`o.site_id`)} as seen from work_order o
       where o.order_id = any(${ids}) order by o.order_id for update`);
    if (seen.some((one) => !one.seen)) throw new Fault('no_authority');
    if (seen.length < ids.length) throw new Fault('no_data');
    await db.run(sql`delete from work_order where order_id = any(${ids})`);
    return {};
  },

  edit: async (ctx, { order_id, version, watcher_ids, ...changes }) => {
    const { db } = ctx;
    await requireMay(ctx, [order_id], 'edit');
    await requireOpen(ctx, order_id);
    const changed = await db.run(sql`
      update work_order o
         set ${keptWords('order_title', changes.order_title)}, ${keptWords('description', changes.description)},
             priority = coalesce(${changes.priority}, priority),
             due_at = case when ${changes.due_at === undefined} then due_at else ${changes.due_at}::timestamptz end
       where order_id = ${order_id} and version = ${version}`);
    if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
    if (watcher_ids) await setWatchers(db, order_id, watcher_ids);
    return {};
  },

  watch: async (ctx, { order_id, watches }) => {
    const { db, user } = ctx;
    await requireSeen(ctx, order_id);
    await db.run(
      watches
        ? sql`insert into order_watcher (order_id, user_id) values (${order_id}, ${user.user_id})
              on conflict do nothing`
        : sql`delete from order_watcher where order_id = ${order_id} and user_id = ${user.user_id}`,
    );
    await auditOrder(db, order_id, { watches });
    return {};
  },

  assign: async (ctx, { order_id, note, ...wanted }) => {
    const { db, user } = ctx;
    const ids = [...new Set(order_id)];
    await requireMay(ctx, ids, 'assign');
    for (const one of ids) {
      const order = await db.one<{ site_id: number | null; type_group_id: number | null }>(sql`
        select o.site_id, t.user_group_id as type_group_id from work_order o join order_type t using (order_type_id)
         where o.order_id = ${one}`);
      if (!order) throw new Fault('no_data');
      const whom = await assigned(ctx, wanted, order);
      const changed = await db.run(sql`
        update work_order set assignee_id = ${whom.assignee_id}, user_group_id = ${whom.user_group_id}
         where order_id = ${one} and closed_at is null`);
      if (changed === 0) throw isOver();
      await db.run(sql`
        insert into order_step (order_id, at, act, user_id, actor, note, details)
        values (${one}, ${ctx.now()}, 'assign', ${user.user_id}, ${user.real_name}, ${note}, ${json(whom)})`);
      await tellOfOrder(ctx, 'assigned', one, await concerned(db, whom), note);
    }
    return { done: ids.length };
  },

  takeReading: async (ctx, { order_id, field_key }) => {
    const { db, user, series } = ctx;
    await requireMay(ctx, [order_id], 'do');
    const order = await db.one<{ site_id: number | null; state: OrderState; fields: FormField[] }>(sql`
      select o.site_id, o.state, f.fields from work_order o join order_form f using (form_id) where o.order_id = ${order_id}`);
    const field = order?.fields.find(({ key, kind }) => key === field_key && kind === 'reading');
    if (!order || !field)
      throw new Fault('parameter_error', { fields: [{ field: 'field_key', problem: 'unknown_value' }] });
    // Readings belong to the work, so they cannot be taken after it is done.
    if (order.state !== 'in_progress')
      throw new Fault('processing_failed', {
        ...{ detail: 'order_step_refused', params: { state: order.state, act: 'do' } },
      });
    const latest = order.site_id === null ? [] : await series.latest([order.site_id]);
    const found = latest[0]?.values.find(({ fid }) => fid === field.component_id);
    if (!found) throw new Fault('no_data', { detail: 'order_no_reading' });
    const { value, flag, ts } = found;
    await db.run(sql`
      insert into order_reading (order_id, field_key, value, flag, ts, taken_at, taken_by)
      values (${order_id}, ${field_key}, ${value}, ${flag}, ${ts}, ${ctx.now()}, ${user.real_name})
      on conflict (order_id, field_key) do update
         set value = excluded.value, flag = excluded.flag, ts = excluded.ts, taken_at = excluded.taken_at,
             taken_by = excluded.taken_by`);
    await auditOrder(db, order_id, { reading: value, field_key });
    return { value, flag, ts };
  },

  file: async (ctx, { order_id, file_id }) => {
    await requireSeen(ctx, order_id);
    const file = await ctx.db.one<StoredFile>(sql`
      select f.file_id, f.file_name, f.size, f.sha256 from file f
       where f.file_id = ${file_id}
         and (exists (select from order_file x where x.order_id = ${order_id} and x.file_id = f.file_id)
              or f.user_id = ${ctx.user.user_id} and f.purpose = 'attachment')`);
    if (!file) throw new Fault('file_missing');
    await requireContent(ctx, file);
    return { url: downloadUrl(ctx, join('files', file.sha256), file.file_name) };
  },

  count: async (ctx) => {
    const { db, user, now } = ctx;
    const seen = sql`work_order o where ${orderScope(user, sql`o.site_id`)}`;
    const states = await db.rows<{ state: string; count: number }>(
      sql`select o.state, count(*) as count from ${seen} group by 1`,
    );
    const open = await db.one<{ overdue: number; todo: number }>(sql`
      select count(*) filter (where ${isOverdue(now())}) as overdue, count(*) filter (where ${mine.todo(ctx)}) as todo
        from ${seen} and o.closed_at is null`);
    return {
      by_state: Object.fromEntries(states.map(({ state, count }) => [state, count])),
      overdue: open?.overdue ?? 0,
      todo: open?.todo ?? 0,
    };
  },
});

const isOver = () => new Fault('processing_failed', { detail: 'order_is_over' });

/** Closed orders must be reopened first, otherwise deadlines could be changed afterwards. */
async function requireOpen({ db }: Ctx, order_id: number): Promise<void> {
  const open = await db.one(sql`select from work_order where order_id = ${order_id} and closed_at is null`);
  if (!open) throw isOver();
}

/** Fails unless all orders exist and the user sees them and may change them. */
async function requireMay(
  { db, user }: Ctx,
  ids: number[],
  act: Parameters<typeof mayStep>[1],
): Promise<void> {
  const found = await db.rows<{ may: boolean }>(sql`
    select ${orderScope(user, sql`o.site_id`)} and ${mayStep(user, act)} as may from work_order o
     where o.order_id = any(${ids}) order by o.order_id for update`);
  if (found.length < ids.length) throw new Fault('no_data');
  if (found.some((one) => !one.may)) throw new Fault('no_authority');
}

export const orderRoutes = [log, ...actions];
