import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { orderComments } from '#shared/contract/work-orders/comments.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser, type Person } from '#test/helpers/people.ts';
import { secondServer } from '#test/helpers/two-servers.ts';
import { escalateOverdue } from './escalate.ts';

let app: TestApp;
let admin: Client;
let worker: Person;
let chief: Person;
let stranger: Person;
let site_id = 0;
let order_type_id = 0;

beforeAll(async () => {
  // Without the jobs role no background job escalates orders during the test.
  app = await testApp({ ROLES: 'api' });
  admin = await app.login('admin');
  const row = await app.db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values ('late', '迟站') returning site_id`,
  );
  site_id = row?.site_id ?? 0;
  const reader = await makeRole(app.db, ['order.read', 'order.do', 'alarm.read']);
  [worker, chief, stranger] = [
    await makeUser(app.db, reader),
    await makeUser(app.db, reader),
    await makeUser(app.db, reader),
  ];
  for (const { user_id } of [worker, chief])
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site_id})`);
  order_type_id = await makeType(admin, { response_minutes: 60, completion_minutes: 240 });
});

beforeEach(async () => {
  app.clock.now = new Date('2026-11-15T02:00:00Z');
  admin = await app.login('admin');
  await app.db.run(sql`delete from work_order`);
  await app.db.run(sql`delete from alarm_route`);
  await app.db.run(sql`delete from message`);
});

const route = (more: object) =>
  admin.send(alarmRoutes.add, { route_name: `r${Math.random()}`, channels: ['in_app'], ...more });
const order = async (more: object = {}) =>
  (
    await admin.send(orderActions.add, {
      ...{ order_type_id, order_title: '换泵', site_id, assign: 'person', assignee_id: worker.user_id },
      ...more,
    })
  ).order_id;
const later = async (minutes: number) => {
  app.clock.forward(minutes * 60);
  admin = await app.login('admin');
  await escalateOverdue(app.app);
};
const told = async ({ user_id }: Person) => {
  const rows = await app.db.rows<{ subject: string }>(
    sql`select subject from message where user_id = ${user_id} and subject like '%超期%' order by message_id`,
  );
  return rows.length;
};

test('a late order is told to whoever has it, then step by step up the ladder, each once', async () => {
  await route({ user_ids: [chief.user_id], after_minutes: 30 });
  const order_id = await order();
  await later(59);
  expect(await told(worker)).toBe(0);
  await later(1);
  await later(1);
  expect([await told(worker), await told(chief)]).toEqual([1, 0]);
  await later(29);
  await later(29);
  expect([await told(worker), await told(chief)]).toEqual([1, 1]);
  const { data_info } = await admin.send(orderComments.data, { order_id });
  expect(data_info.map(({ did }) => did)).toEqual(['add', 'overdue', 'escalate']);
});

test('the next deadline that passes is told anew; what is accepted, on hold or over is not late', async () => {
  await route({ user_ids: [chief.user_id] });
  const order_id = await order();
  await later(30);
  const act = async (step: 'accept' | 'start' | 'hold') =>
    (await app.login(worker.account)).send(orderActions.do, { order_id, act: step, note: '等件' });
  await act('accept');
  await act('start');
  await later(60);
  expect(await told(chief)).toBe(0);
  await act('hold');
  await later(600);
  expect(await told(chief)).toBe(0);
  await act('start');
  await later(180);
  expect(await told(chief)).toBe(1);
});

test('what is sent back is late again by its deadline; what is reopened gets a new one', async () => {
  const order_id = await order();
  const act = async (step: 'accept' | 'start' | 'do') =>
    (await app.login(worker.account)).send(orderActions.do, { order_id, act: step });
  const read = () => admin.send(orderActions.get, { order_id });
  await act('accept');
  await act('start');
  await act('do');
  await later(300);
  expect([await told(worker), (await read()).overdue]).toEqual([0, false]);
  await admin.send(orderActions.check, { order_id, act: 'check_fail', note: '没修好' });
  await later(1);
  expect([await told(worker), (await read()).overdue]).toEqual([1, true]);
  await act('do');
  await admin.send(orderActions.check, { order_id, act: 'check_pass' });
  await later(600);
  await admin.send(orderActions.close, { order_id, act: 'reopen', note: '又坏了' });
  expect(await read()).toMatchObject({
    ...{ overdue: false, done_at: null },
    due_at: new Date(app.clock.now.getTime() + 240 * 60_000).toISOString(),
  });
  await later(239);
  expect(await told(worker)).toBe(1);
  await later(1);
  expect(await told(worker)).toBe(2);
});

test('an order that was closed while on hold is late again once it is reopened', async () => {
  const order_id = await order();
  const act = async (step: 'accept' | 'start' | 'hold') =>
    (await app.login(worker.account)).send(orderActions.do, { order_id, act: step, note: '等件' });
  for (const step of ['accept', 'start', 'hold'] as const) await act(step);
  await admin.send(orderActions.close, { order_id, note: '不修了' });
  await admin.send(orderActions.close, { order_id, act: 'reopen', note: '还是要修' });
  await later(240);
  expect(await told(worker)).toBe(1);
});

test('whoever has a late order and stands on the ladder too is told once, and the timeline says first that it is late', async () => {
  await route({ user_ids: [worker.user_id, chief.user_id] });
  const order_id = await order();
  await later(60);
  expect([await told(worker), await told(chief)]).toEqual([1, 1]);
  const { data_info } = await admin.send(orderComments.data, { order_id });
  expect(data_info.map(({ did }) => did)).toEqual(['add', 'overdue', 'escalate']);
  await route({ user_ids: [worker.user_id], after_minutes: 10 });
  await later(10);
  expect([await told(worker), await told(chief)]).toEqual([2, 1]);
});

test('each language names the order and the station in its own words, and says once what is alike', async () => {
  const of = async (order_id: number) => {
    const row = await app.db.one<{ subject: string; body: string }>(
      sql`select subject, body from message where subject like ${`%#${order_id} %超期%`} limit 1`,
    );
    return row;
  };
  const own = await order();
  const offered = await order({ order_title: '离线', order_title_en: 'Offline' });
  await later(60);
  expect(await of(own)).toMatchObject({
    body: expect.stringMatching(/^换泵\n站点：迟站\nSite: (?!迟站)\S+/),
  });
  expect(await of(offered)).toMatchObject({
    subject: `工单 #${offered} 已超期：离线 · Work order #${offered} is overdue: Offline`,
    body: expect.stringMatching(/^离线\n站点：迟站\nOffline\nSite: /),
  });
});

test('of two servers at once one tells', async () => {
  const second = await secondServer(app, { ROLES: 'api' });
  await route({ user_ids: [chief.user_id] });
  await order();
  app.clock.forward(3600);
  await Promise.all([app.app, second.app, app.app, second.app].map((one) => escalateOverdue(one)));
  expect([await told(worker), await told(chief)]).toEqual([1, 1]);
});

test('steps for warnings or alarms go by the urgency, and nobody hears of stations that they do not see', async () => {
  await route({ user_ids: [chief.user_id, stranger.user_id], levels: ['alarm'] });
  await order();
  await later(60);
  expect(await told(chief)).toBe(0);
  await order({ priority: 'urgent' });
  await later(60);
  expect([await told(chief), await told(stranger)]).toEqual([1, 0]);
});
