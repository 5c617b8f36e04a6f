import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let pm25: number;
let rule_id: number;
/** Handled as genuine. */
let second: number;
const site: Record<'one' | 'two', number> = { one: 0, two: 0 };

/** A Monday in Shanghai, an hour before midnight. */
const monday = new Date('2026-11-16T15:00:00Z');
const later = (hours: number) => new Date(monday.getTime() + hours * 3_600_000);
const period = { from_at_from: '2026-11-16T00:00:00Z', from_at_to: '2026-12-01T00:00:00Z' };

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const component = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  pm25 = component?.id ?? 0;
  for (const name of ['one', 'two'] as const) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id as id`,
    );
    site[name] = row?.id ?? 0;
  }
  const rule = await admin.send(alarmRules.add, {
    ...{ scope: 'network', component_id: pm25, data_type: 'hour', high_alarm: 150 },
  });
  rule_id = rule.rule_id ?? 0;
  const over = { component_id: pm25, rule_id, ended_at: later(48) };
  // Before the period.
  await addAlarm(app.db, { site_id: site.one, ...over, from_at: later(-48) });
  const first = await addAlarm(app.db, { site_id: site.one, ...over, from_at: monday, cause: 'local' });
  second = await addAlarm(app.db, { site_id: site.two, ...over, from_at: later(1), level: 'warning' });
  await addAlarm(app.db, { site_id: site.two, kind: 'offline', from_at: later(24) });
  const undone = await addAlarm(app.db, { site_id: site.two, ...over, from_at: later(2) });
  await app.db.run(sql`update alarm set end_reason = 'corrected' where alarm_id = ${undone}`);
  const handle = (alarm_id: number, false_alarm: boolean) =>
    admin.send(alarmActions.do, { alarm_id, act: 'handle', handled_cause: 'x', false_alarm });
  await handle(first, true);
  await handle(second, false);
  await admin.send(alarmActions.do, { alarm_id: first, act: 'overrule_cause', cause: 'instrument' });
});

const statistics = (query: object = {}, client = admin) =>
  client.send(alarmActions.statistics, { ...period, ...query });

test('episodes of a period are counted by kind, site, factor and state, without those that late values undid', async () => {
  expect(await statistics()).toMatchObject({
    ...{ count: 3, alarms: 2, open: 1, acknowledged: 2, handled: 2, false_alarms: 1, sites: 2 },
    by_kind: [
      { kind: 'over_standard', count: 2, alarms: 1 },
      { kind: 'offline', count: 1, alarms: 1 },
    ],
    by_site: [
      { site_id: site.two, site_name: 'two', mn: 'two', count: 2, alarms: 1 },
      { site_id: site.one, count: 1 },
    ],
    by_factor: [{ component_id: pm25, count: 2 }],
  });
});

test('days and hours of the week are those of the network’s clock', async () => {
  const { by_day, by_hour_of_week } = await statistics();
  expect(by_day).toEqual([
    { day: '2026-11-16', count: 1, alarms: 1 },
    { day: '2026-11-17', count: 2, alarms: 1 },
  ]);
  expect(by_hour_of_week[0]?.[23]).toBe(1);
  expect(by_hour_of_week[1]?.[0]).toBe(1);
  expect(by_hour_of_week[1]?.[23]).toBe(1);
  expect(by_hour_of_week.flat().reduce((sum, count) => sum + count, 0)).toBe(3);
});

test('rules are ranked by their false alarms, with how often their cause was overruled, as corrected later, also when they are gone', async () => {
  const expected = { rule_id, count: 2, handled: 2, false_alarms: 1, overruled: 1, scope: 'network' };
  expect((await statistics()).rules).toMatchObject([
    { ...expected, data_type: 'hour', formula: 'PM2.5', is_deleted: false },
    { rule_id: null, kind: 'offline', count: 1, false_alarms: 0, scope: null },
  ]);
  const correct = (handled_version: number, false_alarm: boolean) =>
    admin.send(alarmActions.do, {
      ...{ alarm_id: second, act: 'correct', handled_cause: 'x', handled_version, false_alarm },
    });
  await correct(1, true);
  expect(await statistics()).toMatchObject({
    ...{ handled: 2, false_alarms: 2, rules: [{ ...expected, false_alarms: 2 }, {}] },
  });
  await correct(2, false);
  await admin.send(alarmRules.remove, { rule_id });
  expect((await statistics()).rules[0]).toMatchObject({ ...expected, is_deleted: true });
});

test('the filters of the list narrow them', async () => {
  expect(await statistics({ kind: 'offline' })).toMatchObject({ count: 1, by_kind: [{ kind: 'offline' }] });
  expect(await statistics({ site_id: site.one })).toMatchObject({ count: 1 });
  expect(await statistics({ level: 'warning' })).toMatchObject({ count: 1 });
  expect(await statistics({ false_alarm: true })).toMatchObject({ count: 1 });
  expect(await statistics({ state: 'open', from_at_from: '2027-01-01T00:00:00Z' })).toMatchObject({
    count: 1,
  });
  expect(await statistics({ acknowledged: false })).toMatchObject({ count: 1, acknowledged_after: null });
});

test('only one’s own sites are counted', async () => {
  const person = await makeUser(app.db, await makeRole(app.db, ['alarm.read']));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${site.one})`);
  const answer = await statistics({}, await app.login(person.account));
  expect(answer).toMatchObject({ count: 1, sites: 1, by_site: [{ site_id: site.one }] });
});
