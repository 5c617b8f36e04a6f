import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import type { OrderState } from '#shared/domain/order-steps.ts';
import type { Client } from './app.ts';

let count = 0;

/** A task type, by default without questions. */
export async function makeType(admin: Client, more: object = {}): Promise<number> {
  count += 1;
  const { order_type_id } = await admin.send(orderTypes.add, { type_name: `类型 ${count}`, ...more });
  return Number(order_type_id);
}

/** A work order set directly to any state. */
export async function makeOrder(
  db: Pool,
  client: Client,
  order: {
    order_type_id: number;
    site_id?: number | null;
    state?: OrderState;
    assignee_id?: number | null;
  } & object,
): Promise<number> {
  const { state = 'pending', assignee_id = null, ...wanted } = order;
  const { order_id } = await client.send(orderActions.add, { order_title: '一张工单', ...wanted });
  await db.run(sql`
    update work_order set state = ${state}, assignee_id = ${assignee_id},
           accepted_at = case when ${state !== 'pending'} then created_at end,
           held_at = case when ${state === 'on_hold'} then created_at end,
           closed_at = case when ${state === 'closed' || state === 'cancelled'} then created_at end
     where order_id = ${order_id}`);
  return order_id;
}
