import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { orderActions, orders } from '#shared/contract/work-orders/orders.ts';
import { orderPlanSites, orderPlans } from '#shared/contract/work-orders/plans.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { secondServer } from '#test/helpers/two-servers.ts';
import { makePlanned } from './make-planned.ts';
import { orderByItself } from './service.ts';

let app: TestApp;
let admin: Client;
const site: number[] = [];
const start = new Date('2026-11-15T02:00:00Z');
let count = 0;

beforeAll(async () => {
  app = await testApp({ ROLES: 'api' });
  admin = await app.login('admin');
  for (const name of ['plan-a', 'plan-b', 'plan-c']) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id as id`,
    );
    site.push(row?.id ?? 0);
  }
});

async function plan(more: object = {}): Promise<number> {
  count += 1;
  const { plan_id } = await admin.send(orderPlans.add, {
    ...{ plan_name: `计划 ${count}`, order_type_id: await makeType(admin), every_days: 7 },
    ...{ first_at: start.toISOString(), site_ids: [site[0]], ...more },
  });
  return Number(plan_id);
}
/** Signs in again, because moving the clock expires the session. */
const at = async (ms: number) => {
  app.clock.now = new Date(start.getTime() + ms);
  admin = await app.login('admin');
};
beforeEach(() => at(0));
const made = async (plan_id: number) => (await admin.send(orders.list, { plan_id })).data_info;
const next = async (plan_id: number) =>
  (await admin.send(orderPlans.list, { plan_id })).data_info[0]?.next_at;

test('a plan makes an order for each of its sites when it is due, and says when the next is due', async () => {
  const plan_id = await plan({
    site_ids: site.slice(0, 2),
    first_at: new Date(+start + DAY_MS).toISOString(),
  });
  await makePlanned(app.app);
  expect(await made(plan_id)).toEqual([]);
  expect(await next(plan_id)).toBe('2026-11-16T02:00:00.000Z');
  await at(DAY_MS);
  await makePlanned(app.app);
  await makePlanned(app.app);
  const orders = await made(plan_id);
  expect(orders.map(({ site_id }) => site_id).sort()).toEqual(site.slice(0, 2).sort());
  expect(orders[0]).toMatchObject({ source: 'plan', made_by_name: `计划 ${count}`, state: 'pending' });
  expect(await next(plan_id)).toBe('2026-11-23T02:00:00.000Z');
});

test('the next one waits until the last one is over, and what was missed is not made up for', async () => {
  const plan_id = await plan();
  await makePlanned(app.app);
  const [first] = await made(plan_id);
  await at(20 * DAY_MS);
  await makePlanned(app.app);
  expect(await made(plan_id)).toHaveLength(1);
  expect((await admin.send(orderPlanSites.list, { plan_id })).data_info[0]).toMatchObject({
    waits: true,
    order_id: first?.order_id,
    orders: 1,
  });
  await admin.send(orderActions.close, { order_id: first?.order_id ?? 0, act: 'cancel', note: '不用' });
  await makePlanned(app.app);
  await makePlanned(app.app);
  expect(await made(plan_id)).toHaveLength(2);
  expect(await next(plan_id)).toBe(new Date(start.getTime() + 21 * DAY_MS).toISOString());
});

test('of two servers that look at once one makes the order', async () => {
  const second = await secondServer(app, { ROLES: 'api' });
  const plan_ids: number[] = [];
  for (let one = 0; one < 5; one++) plan_ids.push(await plan({ site_ids: site }));
  await Promise.all([app.app, second.app, app.app, second.app].map((server) => makePlanned(server)));
  for (const plan_id of plan_ids) expect(await made(plan_id)).toHaveLength(3);
});

test('a paused plan makes nothing, nor does one whose task type is switched off', async () => {
  const plan_id = await plan();
  await admin.send(orderPlans.edit, { plan_id, version: 1, enabled: false });
  await makePlanned(app.app);
  expect(await made(plan_id)).toEqual([]);
  expect(await next(plan_id)).toBeNull();
  await admin.send(orderPlans.edit, { plan_id, version: 2, enabled: true });
  const { data_info } = await admin.send(orderPlans.list, { plan_id });
  await app.db.run(
    sql`update order_type set enabled = false where order_type_id = ${data_info[0]?.order_type_id}`,
  );
  await makePlanned(app.app);
  expect(await made(plan_id)).toEqual([]);
});

test('by running hours: the hours with data of the factor since the last order', async () => {
  const [, , site_id = 0] = site;
  const first_at = new Date(start.getTime() - 10 * HOUR_MS);
  const plan_id = await plan({
    ...{ site_ids: [site_id], basis: 'hours', every_days: null, every_hours: 3, component_id: 1 },
    first_at: first_at.toISOString(),
  });
  const hours = (fid: number, from: number, to: number) =>
    app.app.series.append({
      packets: [],
      readings: Array.from({ length: to - from }, (_, hour) => ({
        ...{ site_id, data_type: 'hour' as const, ts: new Date(+first_at + (from + hour) * HOUR_MS) },
        ...{ fids: [fid], avg: [1], origin: 'l' as const },
      })),
    });
  await hours(1, 0, 2);
  await hours(2, 2, 6);
  await app.rollUp();
  await makePlanned(app.app);
  expect(await made(plan_id)).toEqual([]);
  expect((await admin.send(orderPlanSites.list, { plan_id })).data_info[0]).toMatchObject({
    hours_run: 2,
    next_at: new Date(start.getTime() + HOUR_MS).toISOString(),
  });
  await hours(1, 6, 7);
  await at(HOUR_MS);
  await app.rollUp();
  await makePlanned(app.app);
  expect(await made(plan_id)).toHaveLength(1);
  expect((await admin.send(orderPlanSites.list, { plan_id })).data_info[0]).toMatchObject({ hours_run: 0 });
});

test('a plan about a part that wears out makes orders that say so', async () => {
  const plan_id = await plan({ consumable: '滤膜', first_at: app.clock.now.toISOString() });
  await makePlanned(app.app);
  const { data_info } = await admin.send(orders.list, { plan_id });
  expect(data_info).toMatchObject([{ source: 'consumable' }]);
  expect(data_info[0]?.order_title).toMatch(/^滤膜 · /);
});

test('what a failed check orders has its source, its deadline and its person', async () => {
  const { user_id } = await makeUser(app.db, 1);
  const [site_id = 0] = site;
  const order_type_id = await makeType(admin, { completion_minutes: 60 });
  const order_id = await app.app.pool.tx({}, (db) =>
    orderByItself(
      { ...app.app, db },
      {
        ...{
          source: 'quality',
          made_by_name: '零点核查',
          order_type_id,
          site_id,
          order_title: '零点漂移超限',
        },
        ...{ description: '', priority: 'high', assign: 'person', assignee_id: user_id, user_group_id: null },
      },
    ),
  );
  expect(await admin.send(orderActions.get, { order_id })).toMatchObject({
    ...{ source: 'quality', made_by_name: '零点核查', assignee_id: user_id, state: 'pending' },
    due_at: new Date(app.clock.now.getTime() + HOUR_MS).toISOString(),
  });
});

test('an interval is needed, and a person who sees every site', async () => {
  const refused = (field: string, problem: string) => ({ envelope: { fields: [{ field, problem }] } });
  await expect(plan({ every_days: null })).rejects.toMatchObject(refused('every_days', 'required'));
  await expect(plan({ basis: 'hours' })).rejects.toMatchObject(refused('every_hours', 'required'));
  await expect(plan({ assign: 'person' })).rejects.toMatchObject(refused('assignee_id', 'required'));
  const stranger = await makeUser(app.db, await makeRole(app.db, ['order.read']));
  await expect(plan({ assign: 'person', assignee_id: stranger.user_id })).rejects.toMatchObject(
    refused('assignee_id', 'sees_not_site'),
  );
});

test('who sees some of its sites reads a plan with these, and does not change it', async () => {
  const plan_id = await plan({ site_ids: site.slice(0, 2) });
  const person = await makeUser(app.db, await makeRole(app.db, ['order_type.read', 'order_type.write']));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site[0]})`);
  const client = await app.login(person.account);
  expect((await client.send(orderPlans.list, { plan_id })).data_info[0]?.site_ids).toEqual([site[0]]);
  expect((await client.send(orderPlanSites.list, { plan_id })).data_info).toHaveLength(1);
  const refused = { fault: 'no_authority' };
  await expect(client.send(orderPlans.edit, { plan_id, version: 1, enabled: false })).rejects.toMatchObject(
    refused,
  );
  await expect(client.send(orderPlans.remove, { plan_id })).rejects.toMatchObject(refused);
});
