import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { addAlarm, type NewAlarm } from '#test/helpers/alarms.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { browser } from '#test/helpers/browser.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { StepReader } from './alarm-events.ts';

let app: TestApp;
const site: Record<'mine' | 'other', number> = { mine: 0, other: 0 };
beforeAll(async () => {
  app = await testApp();
  for (const name of ['mine', 'other'] as const) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id as id`,
    );
    site[name] = row?.id ?? 0;
  }
});

beforeEach(() => app.db.run(sql`delete from alarm`));

let count = 0;
const add = (alarm: Partial<NewAlarm> = {}) =>
  addAlarm(app.db, { site_id: site.mine, kind: 'fault', side: `${++count}`, ...alarm });
const alarms = { topics: ['alarm' as const], site_ids: [] };

async function personOf(powers: string[], ...site_ids: number[]) {
  const person = await makeUser(app.db, await makeRole(app.db, powers));
  for (const site_id of site_ids)
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site_id})`);
  return app.login(person.account);
}

test('every step of an alarm is told to those who see its site and may read alarms', async () => {
  const mine = await browser(app, await personOf(['alarm.read', 'alarm.do'], site.mine), alarms);
  const admin = await app.login('admin');
  const all = await browser(app, admin, alarms);
  const stranger = await browser(app, await personOf([], site.mine), alarms);
  const one = await add();
  const theirs = await add({ site_id: site.other });
  const platform = await add({ site_id: null, kind: 'disk' });
  await admin.send(alarmActions.do, { alarm_id: one, act: 'acknowledge' });
  const isDone = ({ events }: typeof all) =>
    vi.waitFor(
      () => expect(events()).toContainEqual(expect.objectContaining({ did: 'acknowledged' })),
      30_000,
    );
  await isDone(all);
  expect(new Set(all.events().map((event) => event.topic === 'alarm' && event.alarm_id))).toEqual(
    new Set([one, theirs, platform]),
  );
  await isDone(mine);
  expect(mine.events()).toContainEqual({
    ...{ topic: 'alarm', site_id: site.mine, alarm_id: one, did: 'acknowledged' },
    ...{ level: 'alarm', family: 'instrument' },
  });
  expect(new Set(mine.events().map((event) => event.topic === 'alarm' && event.alarm_id))).toEqual(
    new Set([one]),
  );
  expect(stranger.events()).toEqual([]);
});

test('a user who is given the power to read alarms receives them at once', async () => {
  const client = await personOf([], site.mine);
  const { events } = await browser(app, client, alarms);
  await app.db.run(sql`
    insert into role_power (role_id, power_id)
    select ${client.user?.role_id}, power_id from power where power_code = 'alarm.read'`);
  await vi.waitFor(async () => {
    await add();
    await vi.waitFor(() => expect(events().length).toBeGreaterThan(0), 2000);
  }, 30_000);
});

test('a step that is committed after a later one is told too, and none twice', async () => {
  const reader = new StepReader(app.db);
  await add();
  await reader.begin();
  expect(await reader.next()).toEqual([]);
  const alarm_id = await add();
  await reader.next();
  const step = (db: Db, note: string) =>
    db.run(sql`
      insert into alarm_step (alarm_id, at, did, note) values (${alarm_id}, ${app.clock.now}, 'note', ${note})`);
  const ids: number[] = [];
  await app.db.tx({}, async (slow) => {
    await step(slow, 'first');
    await step(app.db, 'second');
    ids.push(...(await reader.next()).map(({ step_id }) => step_id));
    expect(ids).toHaveLength(1);
  });
  ids.push(...(await reader.next()).map(({ step_id }) => step_id));
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBeLessThan(ids[0] ?? 0);
  expect(await reader.next()).toEqual([]);
});
