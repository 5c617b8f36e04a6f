import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import type { Assignment } from '#shared/contract/work-orders/orders.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import type { OrderPriority } from './add.ts';
import { orderByItself } from './service.ts';

type Planner = Pick<App, 'pool' | 'series' | 'now' | 'settings'>;

/** Limit per run; the others follow in the next one. */
const AT_ONCE = 200;

interface DuePlan {
  plan_site_id: number;
  plan_id: number;
  site_id: number;
  made_until: string | null;
  plan_name: string;
  consumable: string;
  description: string;
  priority: OrderPriority;
  order_type_id: number;
  assign: Assignment;
  assignee_id: number | null;
  user_group_id: number | null;
}

/** Creates the orders of due plans. Updating `made_until` decides which of several servers creates an order. */
export async function makePlanned(app: Planner): Promise<number> {
  await countHours(app);
  const now = app.now();
  const due = await app.pool.rows<DuePlan>(sql`
    select n.plan_site_id, n.plan_id, n.site_id, n.made_until, p.plan_name, p.consumable, p.description, p.priority, p.order_type_id,
           p.assign, p.assignee_id, p.user_group_id
      from order_plan_next n join order_plan p using (plan_id)
     where n.enabled and not n.waits and (n.has_run or n.basis = 'days' and n.next_at <= ${now})
     order by n.next_at, n.plan_site_id limit ${AT_ONCE}`);
  let made = 0;
  for (const plan of due) if (await makeOne(app, plan, now)) made++;
  return made;
}

function makeOne(app: Planner, plan: DuePlan, now: Date): Promise<boolean> {
  return app.pool.tx({}, async (db) => {
    const mine = await db.run(sql`
      update order_plan_site set made_until = ${now}, hours_run = 0, counted_at = ${now}
       where plan_site_id = ${plan.plan_site_id} and made_until is not distinct from ${plan.made_until}`);
    if (mine === 0) return false;
    const { plan_name, consumable } = plan;
    await orderByItself(
      { ...app, db },
      {
        ...plan,
        source: consumable === '' ? 'plan' : 'consumable',
        made_by_name: plan_name,
        order_title: consumable === '' ? plan_name : partTitle(plan_name, consumable),
      },
    );
    return true;
  });
}

/** Only names entered by users, so that the title needs no translation; the source shows that the part is due. */
function partTitle(plan: string, part: string): string {
  return `${part} · ${plan}`.slice(0, 100);
}

/** Recounts, once an hour, the hours with data since the last order; late data count too. */
async function countHours({ pool, series, now }: Planner): Promise<void> {
  const at = now();
  const stale = await pool.rows<{
    plan_site_id: number;
    site_id: number;
    component_id: number | null;
    since: string;
  }>(sql`
    select n.plan_site_id, n.site_id, p.component_id, n.since from order_plan_next n join order_plan p using (plan_id)
     where n.enabled and n.basis = 'hours' and not n.waits and n.since < ${at}
       and coalesce(n.counted_at <= ${new Date(at.getTime() - HOUR_MS)}, true)
     order by n.counted_at nulls first limit ${AT_ONCE}`);
  for (const { plan_site_id, site_id, component_id, since } of stale) {
    const run = await series.count({
      level: 'hour',
      site_ids: [site_id],
      ...(component_id !== null && { fids: [component_id] }),
      from: new Date(since),
      to: at,
    });
    await pool.run(sql`
      update order_plan_site s set hours_run = ${run}, counted_at = ${at}
        from order_plan p
       where s.plan_site_id = ${plan_site_id} and p.plan_id = s.plan_id
         and greatest(p.first_at, s.made_until) = ${since}`);
  }
}
