import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { list } from '#server/http/list.ts';
import { namedSites, scope } from '#server/scope.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderPlanSites, orderPlans } from '#shared/contract/work-orders/plans.ts';
import { Fault } from '#shared/faults.ts';
import { requireWorker } from './assign.ts';

type Plan = AnswerOf<typeof orderPlans.list>['data_info'][number];

const seenSites = ({ user }: Ctx) => sql`
  select p.site_id from order_plan_site p where p.plan_id = t.plan_id and ${scope(user, sql`p.site_id`)}`;
const ofType = (column: 'type_name' | 'type_name_en') => sql`
  (select ${column === 'type_name' ? sql`y.type_name` : sql`y.type_name_en`} from order_type y
    where y.order_type_id = t.order_type_id)`;
const ofFactor = (column: 'component_name' | 'component_name_en') => sql`
  (select ${column === 'component_name' ? sql`c.component_name` : sql`c.component_name_en`} from component c
    where c.component_id = t.component_id)`;
const ordersOf = ({ user }: Ctx) => sql`
  select count(*) from work_order o where o.plan_id = t.plan_id and ${scope(user, sql`o.site_id`)}`;

/** A plan is visible to users who see one of its sites, and editable by those who see all of them. */
const plans = crud(orderPlans, {
  scope: (ctx) => (ctx.user.sees_all_sites ? sql`true` : sql`exists (${seenSites(ctx)})`),
  shows: {
    site_ids: (ctx) => sql`array(${seenSites(ctx)} order by 1)`,
    type_name: ofType('type_name'),
    type_name_en: ofType('type_name_en'),
    component_name: ofFactor('component_name'),
    component_name_en: ofFactor('component_name_en'),
    next_at: ({ user }) => sql`(
      select min(n.next_at) from order_plan_next n
       where n.plan_id = t.plan_id and n.enabled and ${scope(user, sql`n.site_id`)})`,
    orders: (ctx) => sql`(${ordersOf(ctx)})`,
    open_orders: (ctx) => sql`(${ordersOf(ctx)} and o.closed_at is null)`,
  },
  sort: sql`plan_id desc`,
  beforeSave: async (ctx, fields, before) => {
    const { site_ids, ...wanted } = { ...before, ...fields } as Plan;
    if (before) await requireAllSites(ctx, [before]);
    await namedSites(ctx, { site_ids });
    const every = wanted.basis === 'days' ? 'every_days' : 'every_hours';
    if (wanted[every] === null) refuse(every, 'required');
    if (wanted.assign === 'person') {
      if (wanted.assignee_id === null) refuse('assignee_id', 'required');
      for (const site_id of site_ids) await requireWorker(ctx, wanted.assignee_id, site_id);
    }
    return fields;
  },
  beforeDelete: (ctx, rows) => requireAllSites(ctx, rows),
  parts: { site_ids: storeSites },
});

function refuse(field: string, problem: string): never {
  throw new Fault('parameter_error', { fields: [{ field, problem }] });
}

async function requireAllSites({ db, user }: Ctx, rows: readonly Plan[]): Promise<void> {
  const hidden = await db.one(sql`
    select from order_plan_site p
     where p.plan_id = any(${rows.map(({ plan_id }) => plan_id)}) and not ${scope(user, sql`p.site_id`)} limit 1`);
  if (hidden) throw new Fault('no_authority');
}

async function storeSites(db: Db, plan_id: number, site_ids: number[]): Promise<void> {
  await db.run(sql`delete from order_plan_site where plan_id = ${plan_id} and site_id <> all(${site_ids})`);
  await db.run(sql`
    insert into order_plan_site (plan_id, site_id)
    select ${plan_id}, s.site_id from site s where s.site_id = any(${site_ids}) on conflict do nothing`);
}

const sites = list(orderPlanSites, {
  select: ({ user }) => sql`
    select n.plan_site_id, n.plan_id, p.plan_name, n.site_id, s.site_name, s.mn, n.basis, n.next_at, n.since, n.hours_run,
           p.every_hours, n.waits, o.order_id, o.state as order_state,
           (select count(*) from work_order w where w.plan_id = n.plan_id and w.site_id = n.site_id) as orders
      from order_plan_next n
      join order_plan p using (plan_id)
      join site s on s.site_id = n.site_id
      left join lateral (
        select w.order_id, w.state from work_order w where w.plan_id = n.plan_id and w.site_id = n.site_id
         order by w.order_id desc limit 1) o on true
     where ${scope(user, sql`n.site_id`)}`,
  sort: sql`next_at, plan_site_id`,
});

export const orderPlanRoutes = [...plans, sites];
