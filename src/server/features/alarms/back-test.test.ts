import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmRuleTrial } from '#shared/contract/alarms/back-test.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let pm25: number;
let o3: number;
const site = { one: 0, two: 0, water: 0 };
const now = new Date('2026-11-15T12:30:00Z');

async function factor(key: string): Promise<number> {
  const row = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = ${key}`,
  );
  return row?.id ?? 0;
}

beforeAll(async () => {
  app = await testApp();
  app.clock.now = now;
  admin = await app.login('admin');
  [pm25, o3] = [await factor('pm25'), await factor('o3')];
  for (const name of ['one', 'two', 'water'] as const) {
    const row = await app.db.one<{ id: number }>(sql`
      insert into site (mn, site_name, site_type, interval_seconds)
      values (${name}, ${name}, ${name === 'water' ? 'water' : 'air'}, 60) returning site_id as id`);
    site[name] = row?.id ?? 0;
  }
});

/** Consecutive hours; the last one is the newest complete hour. */
async function hours(site_id: number, fid: number, values: readonly number[], daysAgo = 0): Promise<void> {
  const last = Date.UTC(2026, 10, 15, 11) - daysAgo * DAY_MS;
  const readings = values.map((value, i) => ({
    ...{ site_id, data_type: 'hour' as const, ts: new Date(last - (values.length - 1 - i) * HOUR_MS) },
    ...{ fids: [fid], avg: [value], origin: 'l' as const },
  }));
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
}

const trial = (more: object = {}, client = admin) =>
  client.send(alarmRuleTrial.backTest, {
    ...{ scope: 'network', component_id: pm25, data_type: 'hour', high_warning: 75, high_alarm: 150 },
    ...more,
  });

describe('a back-test', () => {
  beforeAll(async () => {
    await hours(site.one, pm25, [60, 80, 160, 70, 60, 90]);
    await hours(site.two, pm25, [60, 80, 70, 60]);
    await hours(site.two, pm25, [200, 60], 31);
  });

  test('tells every episode that the rule would have raised, the newest first', async () => {
    const answer = await trial();
    expect(answer).toMatchObject({
      episodes: 3,
      alarms: 1,
      affected: 2,
      tested: 2,
      left_out: 0,
      untested: 0,
    });
    expect(answer.shortened).toBe(false);
    expect(answer.data_info).toMatchObject([
      { site_name: 'one', level: 'warning', from: '2026-11-15T11:00:00.000Z', to: null, peak: 90, count: 1 },
      { site_name: 'two', from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z', peak: 80 },
      { site_name: 'one', level: 'alarm', from: '2026-11-15T07:00:00.000Z', peak: 160, count: 2 },
    ]);
  });

  test('is as patient as the rule', async () => {
    expect(await trial({ raise_after: 2 })).toMatchObject({ episodes: 1, affected: 1 });
    expect(await trial({ hours: [['19:00', '20:00']] })).toMatchObject({ episodes: 1 });
  });

  test('leaves out sites that have a more specific rule, and counts them', async () => {
    const own = { scope: 'site', site_id: site.one, component_id: pm25, data_type: 'hour', high_alarm: 500 };
    const { rule_id = 0 } = await admin.send(alarmRules.add, own);
    expect(await trial()).toMatchObject({ episodes: 1, tested: 1, left_out: 1 });
    // The site's own rule is the most specific, so nothing overrides it.
    expect(await trial({ ...own, high_alarm: 150, rule_id })).toMatchObject({
      episodes: 2,
      tested: 1,
      left_out: 0,
    });
    await admin.send(alarmRules.remove, { rule_id });
  });

  test('is refused at the field that is wrong', async () => {
    await expect(trial({ high_alarm: 50 })).rejects.toMatchObject({
      envelope: { fields: [{ field: 'high_alarm', problem: 'inside_warning' }] },
    });
    await expect(trial({ component_id: null })).rejects.toMatchObject({
      envelope: { fields: [{ field: 'component_id', problem: 'required' }] },
    });
  });

  test('raises nothing in a maintenance window', async () => {
    await app.db.run(sql`
      insert into maintenance_window (scope, site_id, starts_at, ends_at)
      values ('site', ${site.one}, '2026-11-15T00:00:00Z', '2026-11-15T12:00:00Z')`);
    expect(await trial()).toMatchObject({ episodes: 1, affected: 1, tested: 2 });
    await app.db.run(sql`delete from maintenance_window`);
  });

  test('looks at the sites that the asker sees', async () => {
    const role = await makeRole(app.db, ['alarm_rule.read', 'alarm_rule.write']);
    const { account, user_id } = await makeUser(app.db, role);
    await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site.two})`);
    const client = await app.login(account);
    expect(await trial({}, client)).toMatchObject({
      episodes: 1,
      tested: 1,
      data_info: [{ site_name: 'two' }],
    });
    await expect(trial({ scope: 'site', site_id: site.one }, client)).rejects.toMatchObject({
      fault: 'no_authority',
    });
  });
});

test('ozone over 8 hours is tested by the means, from the first hour of the period on', async () => {
  await hours(site.one, o3, [...Array(10).fill(170), 10]);
  const answer = await trial({
    measure: 'o3_8h',
    component_id: o3,
    limits: 'grade_2',
    high_warning: null,
    high_alarm: null,
    days: 1,
  });
  expect(answer).toMatchObject({
    episodes: 1,
    data_info: [{ peak: 170, count: 5, to: '2026-11-15T11:00:00.000Z' }],
  });
});

test('the class of water is tested at sites of water', async () => {
  await hours(site.water, await factor('nh3n'), [0.4, 1.2, 1.8]);
  const answer = await trial({ measure: 'water_class', component_id: null, high_warning: 3, high_alarm: 4 });
  expect(answer).toMatchObject({
    tested: 1,
    data_info: [{ site_name: 'water', level: 'alarm', peak: 5, count: 2 }],
  });
});

test('of real-time values of many sites the period is cut, and it says so', async () => {
  const readings = [50, 90, 60].map((value, i) => ({
    ...{
      site_id: site.one,
      data_type: 'realtime' as const,
      ts: new Date(now.getTime() - (5 - i) * MINUTE_MS),
    },
    ...{ fids: [pm25], avg: [value], origin: 'l' as const },
  }));
  await app.app.series.append({ readings, packets: [] });
  expect(await trial({ data_type: 'realtime' })).toMatchObject({ episodes: 1, shortened: false });
  await app.db.run(sql`
    insert into site (mn, site_name, interval_seconds) select 'x' || n, 'x' || n, 5 from generate_series(1, 100) n`);
  const many = await trial({ data_type: 'realtime' });
  expect(many).toMatchObject({ episodes: 1, shortened: true, tested: 1 });
  expect(now.getTime() - Date.parse(many.from)).toBeLessThan(DAY_MS);
});
