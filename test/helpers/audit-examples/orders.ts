import { sql } from '#server/db/sql.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { orderPlans } from '#shared/contract/work-orders/plans.ts';
import type { OrderState } from '#shared/domain/order-steps.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';
import { makeOrder, makeType } from '#test/helpers/orders.ts';

/** One example of each write about work orders, for the test of the audit log. */
export function orderExamples(host: () => { app: TestApp; admin: Client }) {
  const order = async (state: OrderState = 'pending') => {
    const { app, admin } = host();
    return { order_id: await makeOrder(app.db, admin, { order_type_id: await makeType(admin), state }) };
  };
  const reading = async () => {
    const { app, admin } = host();
    const site = await app.db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values ('order-reading', '读数') returning site_id`,
    );
    const site_id = site?.site_id ?? 0;
    await app.app.series.append({
      readings: [{ site_id, data_type: 'minute', ts: app.clock.now, fids: [1], avg: [5], origin: 'l' }],
      packets: [],
    });
    const fields = [{ key: 'now', label: '现值', kind: 'reading', component_id: 1 }];
    const order_type_id = await makeType(admin, { fields });
    const state = 'in_progress';
    return { order_id: await makeOrder(app.db, admin, { order_type_id, site_id, state }), field_key: 'now' };
  };
  const plan = async (name: string) => {
    const { app, admin } = host();
    const site = await app.db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id`,
    );
    return {
      ...{ plan_name: name, order_type_id: await makeType(admin), every_days: 7 },
      ...{ first_at: '2027-01-01T00:00:00Z', site_ids: [site?.site_id ?? 0] },
    };
  };
  const request = async (mn: string) => {
    const row = await host().app.db.one<{ request_id: number; site_id: number }>(sql`
      with site as (insert into site (mn, site_name) values (${mn}, ${mn}) returning site_id)
      insert into order_request (site_id, description, created_at, network)
      select site_id, '冒烟', now(), 'x' from site returning request_id, site_id`);
    return row ?? { request_id: 0, site_id: 0 };
  };
  return {
    'orderRequestActions.order': async () => ({
      request_id: (await request('request-order')).request_id,
      order_type_id: await makeType(host().admin),
      order_title: '有人报修',
    }),
    'orderRequestActions.refuse': async () => ({
      request_id: (await request('request-refuse')).request_id,
      note: '不是我们的站',
    }),
    'orderCodes.renew': async () => ({ site_ids: [(await request('code-renew')).site_id] }),
    'orderPlans.add': () => plan('plan-add'),
    'orderPlans.edit': async () => ({
      ...(await host().admin.send(orderPlans.add, await plan('plan-edit'))),
      version: 1,
      enabled: false,
    }),
    'orderPlans.remove': async () => host().admin.send(orderPlans.add, await plan('plan-remove')),
    'orderTypes.add': async () => ({ type_name: '某类型' }),
    'orderTypes.edit': async () => ({
      order_type_id: await makeType(host().admin),
      version: 1,
      checklist: [{ key: 'pump', label: '泵', kind: 'pass_fail' }],
    }),
    'orderTypes.remove': async () => ({ order_type_id: await makeType(host().admin) }),
    'orderCalendar.set': async () => ({
      ...(await host().admin.send(orderCalendar.data, {})),
      days: { '2026-10-01': [] },
    }),
    'orderActions.add': async () => ({ order_type_id: await makeType(host().admin), order_title: '巡检' }),
    'orderActions.do': async () => ({ ...(await order()), act: 'accept' }),
    'orderActions.check': async () => ({ ...(await order('awaiting_check')), act: 'check_pass' }),
    'orderActions.close': async () => ({ ...(await order()), note: '不用了' }),
    'orderActions.remove': () => order(),
    'orderActions.edit': async () => ({ ...(await order()), version: 2, priority: 'urgent' }),
    'orderActions.watch': async () => ({ ...(await order()), watches: true }),
    'orderActions.assign': async () => ({
      ...(await order()),
      assign: 'person',
      assignee_id: host().admin.user?.user_id,
    }),
    'orderActions.takeReading': () => reading(),
    'orderComments.send': async () => ({ ...(await order()), body: '收到' }),
  };
}
