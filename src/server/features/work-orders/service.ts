import type { Ctx } from '#server/app.ts';
import type { Assignment } from '#shared/contract/work-orders/orders.ts';
import { Fault } from '#shared/faults.ts';
import { insertOrder, type OrderPriority, typeOf } from './add.ts';
import { type Assigned, assigned } from './assign.ts';

/** What the platform orders by itself: of a plan, of a part that is due, of a quality check that failed. */
export interface OrderByItself {
  source: 'plan' | 'consumable' | 'quality';
  /** Who made it, as people read it: the plan, the check. */
  made_by_name: string;
  order_type_id: number;
  site_id: number;
  order_title: string;
  description: string;
  priority: OrderPriority;
  assign: Assignment;
  assignee_id: number | null;
  user_group_id: number | null;
  plan_id?: number;
}

type Making = Pick<Ctx, 'db' | 'now' | 'settings'>;

/** Makes it in the caller's transaction, with deadlines and notices like any other. */
export async function orderByItself(app: Making, wanted: OrderByItself): Promise<number> {
  const type = await typeOf(app.db, wanted.order_type_id);
  const ctx = { ...app, user: { user_id: null, real_name: wanted.made_by_name } };
  const { site_id, order_title, description, priority, source, plan_id } = wanted;
  return insertOrder(ctx, type, {
    ...{ site_id, order_title, description, priority, source, plan_id },
    whom: await whomFor(ctx, wanted, type.user_group_id),
  });
}

/** The order is made all the same where the person or the group has gone. */
async function whomFor(
  ctx: Making,
  { assign, assignee_id, user_group_id, site_id }: OrderByItself,
  type_group_id: number | null,
): Promise<Assigned> {
  const wanted = {
    assign,
    assignee_id: assignee_id ?? undefined,
    user_group_id: user_group_id ?? undefined,
  };
  try {
    return await assigned(ctx, wanted, { site_id, type_group_id });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { assignee_id: null, user_group_id: user_group_id ?? type_group_id };
  }
}
