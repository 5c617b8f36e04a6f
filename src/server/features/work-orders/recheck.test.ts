import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { until } from '#test/helpers/until.ts';

let app: TestApp;
let admin: Client;
let worker: Client;
let account: string;
let site_id: number;
let component_id: number;
let order_type_id: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const site = await app.db.one<{ id: number }>(
    sql`insert into site (mn, site_name) values ('recheck', '自检') returning site_id as id`,
  );
  const pm25 = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  [site_id, component_id] = [site?.id ?? 0, pm25?.id ?? 0];
  const person = await makeUser(
    app.db,
    await makeRole(app.db, ['order.read', 'order.add', 'order.do'], true),
  );
  account = person.account;
  order_type_id = await makeType(admin, { needs_check: false, recheck_minutes: 3 });
  await admin.send(alarmRules.add, {
    scope: 'site',
    site_id,
    component_id,
    data_type: 'minute',
    high_alarm: 100,
  });
});

// The clock runs far ahead, so earlier sessions have expired.
beforeEach(async () => {
  admin = await app.login('admin');
  worker = await app.login(account);
});

/** Stores a minute value and moves the clock to its end. */
const measure = async (value: number, flag = 'N') => {
  const ts = app.clock.now;
  await app.app.series.append({
    readings: [
      { site_id, data_type: 'minute', ts, fids: [component_id], avg: [value], flags: [flag], origin: 'l' },
    ],
    packets: [],
  });
  app.clock.forward(MINUTE_MS / 1000);
};
const openAlarms = async () =>
  (await admin.send(alarmLog.list, { site_id, state: 'open' })).data_info.map(({ alarm_id }) => alarm_id);
const untilOpen = (count: number) => until(openAlarms, (ids) => ids.length === count);

test('an order from an alarm closes only when the data have been good for long enough', async () => {
  await measure(150);
  await untilOpen(1);
  const alarm_ids = await openAlarms();
  const add = () => worker.send(orderActions.add, { order_type_id, order_title: '超标', alarm_ids });
  const { order_id } = await add();
  await expect(add()).rejects.toMatchObject({ fault: 'add_repeated' });
  const act = (name: 'accept' | 'start' | 'do', more: object = {}) =>
    worker.send(orderActions.do, { order_id, act: name, ...more });
  const found = async () => (await worker.send(orderActions.get, { order_id })).alarms[0]?.state;
  await act('accept');
  await act('start');

  await measure(160);
  expect(await found()).toBe('open');
  await expect(act('do')).rejects.toMatchObject({ fault: 'processing_failed' });
  await measure(20);
  await untilOpen(0);
  expect(await found()).toBe('waiting');
  await expect(act('do')).rejects.toMatchObject({ fault: 'processing_failed' });
  // Only a manager may override the check.
  await expect(act('do', { override_reason: '我说了算' })).rejects.toMatchObject({
    fault: 'processing_failed',
  });
  await measure(20);
  await measure(20);
  expect(await found()).toBe('passed');
  expect(await act('do')).toEqual({ state: 'closed' });
});

test('values that do not count prove nothing', async () => {
  await measure(150);
  await untilOpen(1);
  const { order_id } = await worker.send(orderActions.add, {
    ...{ order_type_id, order_title: '维护中', alarm_ids: await openAlarms() },
  });
  const act = (name: 'accept' | 'start' | 'do') => worker.send(orderActions.do, { order_id, act: name });
  const found = async () => (await worker.send(orderActions.get, { order_id })).alarms[0]?.state;
  await act('accept');
  await act('start');
  await measure(20);
  await untilOpen(0);
  for (let minute = 0; minute < 6; minute++) await measure(20, 'M');
  expect(await found()).toBe('waiting');
  await expect(act('do')).rejects.toMatchObject({ fault: 'processing_failed' });
  // Time before the next valid value does not count: after a gap it starts again.
  await measure(20);
  expect(await found()).toBe('waiting');
  await measure(20);
  await measure(20);
  expect(await found()).toBe('passed');
  expect(await act('do')).toEqual({ state: 'closed' });
});

test('a station that is silent for hours between two good values has not proved anything', async () => {
  await measure(150);
  await untilOpen(1);
  const { order_id } = await worker.send(orderActions.add, {
    ...{ order_type_id, order_title: '断线', alarm_ids: await openAlarms() },
  });
  const found = async () => (await worker.send(orderActions.get, { order_id })).alarms[0];
  await measure(20);
  await untilOpen(0);
  app.clock.forward(3 * 3600);
  worker = await app.login(account);
  const again = app.clock.now.toISOString();
  await measure(20);
  expect(await found()).toMatchObject({ state: 'waiting', since: again });
  await measure(20);
  await measure(20);
  expect((await found())?.state).toBe('passed');
});

test('what comes back is not fixed, and an administrator’s word stays visible', async () => {
  await measure(150);
  await untilOpen(1);
  const alarm_ids = await openAlarms();
  const { order_id } = await admin.send(orderActions.add, {
    order_type_id,
    order_title: '又超标',
    alarm_ids,
  });
  await measure(20);
  await untilOpen(0);
  await measure(150);
  await untilOpen(1);
  const close = (override_reason = '') =>
    admin.send(orderActions.close, { order_id, note: '不再处理', override_reason });
  await expect(close()).rejects.toMatchObject({ fault: 'processing_failed' });
  expect(await close('沙尘暴，非设备原因')).toEqual({ state: 'closed' });
  expect(await worker.send(orderActions.get, { order_id })).toMatchObject({
    state: 'closed',
    override_reason: '沙尘暴，非设备原因',
    close_reason: '不再处理',
    alarms: [{ state: 'open', decimals: 1 }],
  });
});

test('a reading is taken from the station, with the unit of its factor', async () => {
  const fields = [{ key: 'now', label: '现值', kind: 'reading', component_id }];
  const reading_type = await makeType(admin, { fields });
  const { order_id } = await worker.send(orderActions.add, {
    ...{ order_type_id: reading_type, order_title: '读数', site_id },
  });
  for (const act of ['accept', 'start'] as const) await worker.send(orderActions.do, { order_id, act });
  await measure(23.5);
  await worker.send(orderActions.takeReading, { order_id, field_key: 'now' });
  const { readings } = await worker.send(orderActions.get, { order_id });
  expect(readings).toMatchObject([{ field_key: 'now', value: 23.5, unit: 'µg/m³' }]);
  // After the work is done, neither readings nor deadlines can be changed.
  await worker.send(orderActions.do, { order_id, act: 'do' });
  await expect(worker.send(orderActions.takeReading, { order_id, field_key: 'now' })).rejects.toMatchObject({
    envelope: { detail: 'order_step_refused' },
  });
  await admin.send(orderActions.check, { order_id, act: 'check_pass' });
  const { version } = await worker.send(orderActions.get, { order_id });
  for (const client of [worker, admin])
    await expect(
      client.send(orderActions.edit, { order_id, version, due_at: '2030-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ envelope: { detail: 'order_is_over' } });
});
