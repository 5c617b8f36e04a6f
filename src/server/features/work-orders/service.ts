import type { Ctx } from '#server/app.ts';
import type { Assignment } from '#shared/contract/work-orders/orders.ts';
import { Fault } from '#shared/faults.ts';
import { insertOrder, type OrderPriority, typeOf } from './add.ts';
import { type Assigned, assigned } from './assign.ts';

/** An order created by the platform: for a plan, a worn part, or a failed quality check. */
export interface OrderByItself {
  source: 'plan' | 'consumable' | 'quality';
  /** Display name of the creator: the plan or the check. */
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

/** Runs in the caller's transaction, with deadlines and notices like any order. */
export async function orderByItself(app: Making, wanted: OrderByItself): Promise<number> {
  const type = await typeOf(app.db, wanted.order_type_id);
  const ctx = { ...app, user: { user_id: null, real_name: wanted.made_by_name } };
  const { site_id, order_title, description, priority, source, plan_id } = wanted;
  return insertOrder(ctx, type, {
    ...{ site_id, order_title, description, priority, source, plan_id },
    whom: await whomFor(ctx, wanted, type.user_group_id),
  });
}

/** Falls back if the person or group no longer exists. */
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
