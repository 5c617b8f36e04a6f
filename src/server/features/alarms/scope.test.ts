import { beforeAll, describe, expect, test } from 'vitest';
import { tellDue } from '#server/alarms/tell.ts';
import { sql } from '#server/db/sql.ts';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';
import { inbox } from '#shared/contract/platform/messages.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { browser } from '#test/helpers/browser.ts';
import { exportedList } from '#test/helpers/export.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { until } from '#test/helpers/until.ts';

/** Two users who see one site each; every answer and message must contain only their own. */
let app: TestApp;
const people = {} as Record<'one' | 'two', { client: Client; site_id: number; alarm_id: number }>;
const names = ['one', 'two'] as const;
const other = { one: 'two', two: 'one' } as const;

beforeAll(async () => {
  app = await testApp();
  for (const name of names) {
    const site = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values (${`MN-${name}`}, ${`SITE-${name}`}) returning site_id`);
    const site_id = site?.site_id ?? 0;
    const person = await makeUser(app.db, await makeRole(app.db, ['alarm.read', 'alarm.do']));
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site_id})`);
    const alarm_id = await addAlarm(app.db, { site_id, kind: 'flag', component_id: 1 });
    people[name] = { client: await app.login(person.account), site_id, alarm_id };
  }
  // A platform alarm, which neither of them may see.
  await addAlarm(app.db, { site_id: null, kind: 'disk' });
});

describe.each(names)('who sees the site %s alone', (name) => {
  const theirs = other[name];

  test('lists, counts, rings and sums up its alarms only', async () => {
    const { client, site_id, alarm_id } = people[name];
    const { data_info, total } = await client.send(alarmLog.list, { state: 'open' });
    expect(data_info.map((row) => row.alarm_id)).toEqual([alarm_id]);
    expect(total).toBe(1);
    expect(await client.send(alarmLog.list, { site_id: people[theirs].site_id })).toMatchObject({ total: 0 });
    expect(await client.send(alarmLog.list, { keyword: 'SITE' })).toMatchObject({ total: 1 });
    const count = await client.send(alarmActions.count, {});
    expect(count).toMatchObject({ open: 1, unacknowledged: 1, by_kind: { flag: 1 } });
    expect((await client.send(alarmActions.sites, {})).data_info).toEqual([
      { site_id, level: 'alarm', open: 1 },
    ]);
    const sums = await client.send(alarmActions.statistics, {});
    expect(sums).toMatchObject({ count: 1, sites: 1, by_site: [{ site_id, count: 1 }] });
    expect(sums.by_kind).toMatchObject([{ kind: 'flag', count: 1 }]);
    expect(sums.rules.reduce((sum, rule) => sum + rule.count, 0)).toBe(1);
    expect(sums.by_hour_of_week.flat().reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  test('gets a file with its alarms only', async () => {
    const columns = ['site_name', 'kind'];
    const file = await exportedList(people[name].client, 'alarmLog', columns, {});
    const text = new TextDecoder().decode(file);
    expect(text).toContain(`SITE-${name}`);
    expect(text.trim().split('\r\n')).toHaveLength(2);
  });

  test('is refused whatever is asked of one alarm elsewhere, and leaves it as it was', async () => {
    const { client, alarm_id: own } = people[name];
    const { alarm_id } = people[theirs];
    const refused = { fault: 'no_authority' };
    await expect(client.send(alarmActions.steps, { alarm_id })).rejects.toMatchObject(refused);
    await expect(client.send(alarmViews.view, { alarm_id })).rejects.toMatchObject(refused);
    await expect(client.send(alarmActions.file, { alarm_id, file_id: 1 })).rejects.toMatchObject(refused);
    const act = 'acknowledge';
    await expect(client.send(alarmActions.do, { alarm_id, act })).rejects.toMatchObject(refused);
    await expect(client.send(alarmActions.do, { alarm_id: [own, alarm_id], act })).rejects.toMatchObject(
      refused,
    );
    expect(await client.send(alarmLog.list, { alarm_id })).toMatchObject({ data_info: [] });
    const steps = await app.db.rows(
      sql`select from alarm_step where alarm_id = any(${[own, alarm_id]}) and did = 'acknowledged'`,
    );
    expect(steps).toEqual([]);
  });
});

test('steps go to the browsers, and messages to the people, of the site alone', async () => {
  const watching = { topics: ['alarm' as const], site_ids: [] };
  const screens = {
    one: await browser(app, people.one.client, watching),
    two: await browser(app, people.two.client, watching),
  };
  for (const name of names)
    await app.db.run(sql`
      insert into alarm_step (alarm_id, at, did, level, tell)
      values (${people[name].alarm_id}, ${app.clock.now}, 'raised', 'alarm', true)`);
  app.clock.forward(60);
  await tellDue(app.app);
  for (const name of names) {
    const { client, site_id } = people[name];
    const { events } = screens[name];
    await until(events, (seen) => seen.length > 0);
    expect(new Set(events().map((event) => event.topic === 'alarm' && event.site_id))).toEqual(
      new Set([site_id]),
    );
    const told = await until(
      async () => (await client.send(inbox.data, {})).data_info,
      (rows) => rows.length > 0,
    );
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain(`SITE-${name}`);
  }
});
