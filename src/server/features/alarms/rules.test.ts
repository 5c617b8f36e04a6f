import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let pm25: number;
let o3: number;
const site: Record<'one' | 'two' | 'other', number> = { one: 0, two: 0, other: 0 };
let product_id: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  pm25 = await factor('pm25');
  o3 = await factor('o3');
  const line = await app.db.one<{ id: number }>(
    sql`insert into product_line (product_name) values ('微站') returning product_id as id`,
  );
  product_id = line?.id ?? 0;
  for (const name of ['one', 'two', 'other'] as const) {
    const row = await app.db.one<{ id: number }>(sql`
      insert into site (mn, site_name, product_id)
      values (${name}, ${name}, ${name === 'other' ? null : product_id}) returning site_id as id`);
    site[name] = row?.id ?? 0;
    await app.db.run(sql`insert into device_factor (site_id, component_id) values (${site[name]}, ${pm25})`);
  }
});

async function factor(key: string): Promise<number> {
  const component = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = ${key}`,
  );
  return component?.id ?? 0;
}

const hourly = () => ({ component_id: pm25, data_type: 'hour', high_warning: 75, high_alarm: 150 });
const add = async (more: object, client = admin) =>
  (await client.send(alarmRules.add, { scope: 'network', ...hourly(), ...more })).rule_id ?? 0;

describe('a rule', () => {
  test('is one for each place, factor and data type', async () => {
    const rule_id = await add({ data_type: 'day' });
    await expect(add({ data_type: 'day' })).rejects.toMatchObject({ fault: 'add_repeated' });
    await admin.send(alarmRules.remove, { rule_id });
    await admin.send(alarmRules.remove, { rule_id: await add({ data_type: 'day' }) });
  });

  test.each([
    [{ high_alarm: 50 }, 'high_alarm', 'inside_warning'],
    [{ low_warning: 10, low_alarm: 20 }, 'low_alarm', 'inside_warning'],
    [{ low_warning: 80 }, 'low_warning', 'sides_cross'],
    [{ high_warning: null, high_alarm: null }, 'high_warning', 'no_limit'],
  ])('with %j is refused at its field', async (more, field, problem) => {
    await expect(add({ data_type: 'minute', ...more })).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: { fields: [{ field, problem }] },
    });
  });

  test('names what it is for', async () => {
    for (const [scope, field] of [
      ['site', 'site_id'],
      ['product', 'product_id'],
    ] as const)
      await expect(add({ scope, data_type: 'minute' })).rejects.toMatchObject({
        envelope: { fields: [{ field, problem: 'required' }] },
      });
    const rule_id = await add({ data_type: 'minute', site_id: site.one, product_id });
    const { data_info } = await admin.send(alarmRules.list, { rule_id });
    await admin.send(alarmRules.remove, { rule_id });
    expect(data_info).toMatchObject([{ scope: 'network', site_id: null, product_id: null }]);
  });

  test('keeps what it said before, with who changed it, also when it is gone', async () => {
    const rule_id = await add({ data_type: 'realtime' });
    await admin.send(alarmRules.edit, { rule_id, version: 1, high_warning: 80 });
    await admin.send(alarmRules.remove, { rule_id });
    const { data_info } = await admin.send(alarmRuleActions.versions, { rule_id });
    expect(data_info).toMatchObject([
      {
        version: 2,
        component_name: '细颗粒物',
        rule: { high_warning: 80 },
        made_by: expect.any(String),
        ended_at: expect.any(String),
      },
      { version: 1, rule: { high_warning: 75 }, ended_at: data_info[1]?.ended_at },
    ]);
    expect(data_info[1]?.ended_at).toBe(data_info[0]?.made_at);
  });
});

describe('a rule on', () => {
  const ozone = () => ({ measure: 'o3_8h', component_id: o3, high_warning: null, high_alarm: 160 });
  const water = { measure: 'water_class', high_warning: 3, high_alarm: 4 };

  test.each([
    ['O3 over 8 hours by minutes', () => ({ ...ozone(), data_type: 'minute' }), 'data_type', 'hours_or_days'],
    ['an 8-hour mean of PM2.5', () => ({ ...ozone(), component_id: pm25 }), 'component_id', 'not_ozone'],
    ['no factor', () => ({ component_id: null }), 'component_id', 'required'],
    ['a class that is none', () => ({ ...water, high_alarm: 6 }), 'high_alarm', 'bad_class'],
    ['hours of PM2.5 by the standard', () => ({ limits: 'grade_2' }), 'limits', 'no_standard'],
    ['PM2.5 by a class of water', () => ({ limits: 'target' }), 'limits', 'no_standard'],
  ])('%s is refused at its field', async (_, more, field, problem) => {
    await expect(add({ data_type: 'hour', ...more() })).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: { fields: [{ field, problem }] },
    });
  });

  test('a factor that is made of another one is refused', async () => {
    await expect(add({ component_id: await factor('o3_8h') })).rejects.toMatchObject({
      envelope: { fields: [{ field: 'component_id', problem: 'derived_factor' }] },
    });
  });

  test('O3 over 8 hours stands beside one on its hours', async () => {
    const hour = await add({ component_id: o3 });
    const mean = await add(ozone());
    await expect(add(ozone())).rejects.toMatchObject({ fault: 'add_repeated' });
    await admin.send(alarmRules.remove, { rule_id: [hour, mean] });
  });

  test('the class of water names no factor, and holds at sites of water', async () => {
    const rule_id = await add({ ...water, deadband: 1, low_warning: 1 });
    const { data_info } = await admin.send(alarmRules.list, { rule_id });
    expect(data_info).toMatchObject([{ component_id: null, deadband: 0, low_warning: null, unit: null }]);
    const holds = async () =>
      (await admin.send(alarmRuleActions.holding, { site_id: site.other })).data_info.map(
        (held) => held.rule_id,
      );
    expect(await holds()).toEqual([]);
    await app.db.run(sql`update site set site_type = 'water' where site_id = ${site.other}`);
    expect(await holds()).toEqual([rule_id]);
    await app.db.run(sql`update site set site_type = 'air' where site_id = ${site.other}`);
    await admin.send(alarmRules.remove, { rule_id });
  });

  test('limits of the standard keeps no own ones, and warns at a share of them', async () => {
    const rule_id = await add({ data_type: 'day', limits: 'grade_2', warning_share: 0.8 });
    const { data_info } = await admin.send(alarmRules.list, { rule_id });
    expect(data_info).toMatchObject([{ high_warning: null, high_alarm: null, warning_share: 0.8 }]);
    await admin.send(alarmRules.edit, { rule_id, version: 1, limits: 'own', high_alarm: 60 });
    const { data_info: own } = await admin.send(alarmRules.list, { rule_id });
    expect(own).toMatchObject([{ limits: 'own', high_alarm: 60, warning_share: null }]);
    await admin.send(alarmRules.remove, { rule_id });
  });
});

test('presets of the standards are added where the network has none', async () => {
  const own = await add({ data_type: 'day', high_alarm: 99 });
  const { data_info } = await admin.send(alarmRuleActions.presets, { grade: 'grade_1' });
  const found = (more: object) =>
    data_info.filter((preset) =>
      Object.entries(more).every(([key, value]) => preset[key as 'limits'] === value),
    );
  expect(found({ component_id: pm25 })).toMatchObject([
    { data_type: 'hour', exists: false, limits: 'own', site_count: 3 },
    { data_type: 'day', exists: true, limits: 'grade_1', warning_share: 0.8 },
  ]);
  expect(found({ measure: 'o3_8h' })).toMatchObject([{ component_id: o3, data_type: 'day' }]);
  expect(found({ measure: 'water_class' })).toMatchObject([{ limits: 'own', high_alarm: 3 }]);
  const chosen = data_info.filter(({ component_id }) => component_id === pm25 || component_id === o3);
  const answer = await admin.send(alarmRuleActions.addPresets, {
    chosen: chosen.map(({ measure, component_id, data_type }) => ({ measure, component_id, data_type })),
  });
  expect(answer).toEqual({ added: 3, skipped: 1 });
  const rules = (await admin.send(alarmRules.list, { scope: 'network' })).data_info;
  expect(rules.find(({ rule_id }) => rule_id === own)).toMatchObject({ high_alarm: 99, version: 1 });
  expect(rules.find(({ measure }) => measure === 'o3_8h')).toMatchObject({ limits: 'grade_2', hours: [] });
  await admin.send(alarmRules.remove, { rule_id: rules.map(({ rule_id }) => rule_id) });
});

test('the most specific rule holds at a site, and the others are named behind it', async () => {
  const network = await add({});
  const line = await add({ scope: 'product', product_id });
  const own = await add({ scope: 'site', site_id: site.one });
  const at = async (site_id: number) =>
    (await admin.send(alarmRuleActions.holding, { site_id })).data_info.map(({ rule_id, before }) => [
      rule_id,
      ...before.map((rule) => rule.rule_id),
    ]);
  expect(await at(site.one)).toEqual([[own, line, network]]);
  const { data_info } = await admin.send(alarmRuleActions.holding, { site_id: site.one });
  expect(data_info).toMatchObject([{ stated: { high_warning: 75, high_alarm: 150 }, raise_after: 1 }]);
  expect(await at(site.two)).toEqual([[line, network]]);
  expect(await at(site.other)).toEqual([[network]]);
  await admin.send(alarmRules.edit, { rule_id: own, version: 1, enabled: false });
  expect(await at(site.one)).toEqual([[line, network]]);
  await admin.send(alarmRules.remove, { rule_id: [network, line, own] });
});

test('a rule holds for a factor that the site is not set up for: its own at once, others when it is sent', async () => {
  const [network, own] = [
    await add({ component_id: o3 }),
    await add({ scope: 'site', site_id: site.two, component_id: o3, data_type: 'day' }),
  ];
  const at = async (site_id: number) =>
    (await admin.send(alarmRuleActions.holding, { site_id })).data_info.map(({ rule_id }) => rule_id);
  expect(await at(site.one)).toEqual([]);
  expect(await at(site.two)).toEqual([own]);
  const ts = new Date(app.clock.now.getTime() - 60_000);
  const reading = { site_id: site.one, data_type: 'realtime' as const, ts, fids: [o3], avg: [50] };
  await app.app.series.append({ readings: [{ ...reading, origin: 'l' }], packets: [] });
  expect(await at(site.one)).toEqual([network]);
  await admin.send(alarmRules.remove, { rule_id: [network, own] });
});

test('a copy takes the place of what the sites have', async () => {
  const rule_id = await add({ scope: 'site', site_id: site.one, raise_after: 3 });
  const old = await add({ scope: 'site', site_id: site.two });
  const to = [site.one, site.two, site.other];
  expect(await admin.send(alarmRuleActions.copyPreview, { rule_id, site_ids: to })).toEqual({
    ...{ added: 1, replaced: 1, unchanged: 1, without_factor: 0 },
  });
  const { copied } = await admin.send(alarmRuleActions.copy, { rule_id, site_ids: Object.values(site) });
  expect(copied).toBe(2);
  const preview = { rule_id, site_ids: Object.values(site) };
  expect(await admin.send(alarmRuleActions.copyPreview, preview)).toMatchObject({
    unchanged: 3,
    replaced: 0,
  });
  const { data_info } = await admin.send(alarmRules.list, { scope: 'site' });
  expect(data_info).toHaveLength(3);
  expect(data_info.every(({ raise_after }) => raise_after === 3)).toBe(true);
  expect(data_info.find(({ site_id }) => site_id === site.two)).toMatchObject({ rule_id: old, version: 2 });
  await admin.send(alarmRules.remove, { rule_id: data_info.map((rule) => rule.rule_id) });
});

test('whoever sees only some sites makes rules for these, and reads those that hold for them', async () => {
  const role = await makeRole(app.db, ['alarm_rule.read', 'alarm_rule.write']);
  const { account, user_id } = await makeUser(app.db, role);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site.one})`);
  const client = await app.login(account);
  const network = await add({});
  const foreign = await add({ scope: 'site', site_id: site.two });
  const own = await add({ scope: 'site', site_id: site.one }, client);
  for (const refused of [
    () => add({ scope: 'network', data_type: 'day' }, client),
    () => add({ scope: 'product', product_id }, client),
    () => add({ scope: 'site', site_id: site.other }, client),
    () => client.send(alarmRules.remove, { rule_id: network }),
    () => client.send(alarmRules.remove, { rule_id: foreign }),
    () => client.send(alarmRules.edit, { rule_id: own, version: 1, scope: 'network' }),
    () => client.send(alarmRuleActions.presets, {}),
    () => client.send(alarmRuleActions.copy, { rule_id: own, site_ids: [site.two] }),
  ])
    await expect(refused()).rejects.toMatchObject({ fault: expect.stringMatching(/no_authority|no_data/) });
  const { data_info } = await client.send(alarmRules.list, {});
  expect(data_info.map(({ rule_id }) => rule_id).sort()).toEqual([network, own].sort());
  await expect(client.send(alarmRuleActions.versions, { rule_id: foreign })).rejects.toMatchObject({
    fault: 'no_data',
  });
});
