import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmKindActions, alarmKindSettings } from '#shared/contract/alarms/kinds.ts';
import { maintenanceNow, maintenanceWindows } from '#shared/contract/alarms/maintenance.ts';
import type { AlarmKind } from '#shared/domain/alarm-kinds.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Sees site `mine` only. */
let worker: Client;
let product_id: number;
const site = { mine: 0, other: 0 };

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const line = await app.db.one<{ id: number }>(
    sql`insert into product_line (product_name) values ('微站') returning product_id as id`,
  );
  product_id = line?.id ?? 0;
  for (const name of ['mine', 'other'] as const) {
    const row = await app.db.one<{ id: number }>(sql`
      insert into site (mn, site_name, product_id, city_code)
      values (${name}, ${name}, ${product_id}, '370100') returning site_id as id`);
    site[name] = row?.id ?? 0;
  }
  const powers = ['alarm_config.read', 'alarm_config.write', 'maintenance.read', 'maintenance.write'];
  const { account, user_id } = await makeUser(app.db, await makeRole(app.db, powers));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site.mine})`);
  worker = await app.login(account);
});

const add = async (more: object, client = admin) =>
  (await client.send(alarmKindSettings.add, { kind: 'offline', scope: 'network', ...more })).kind_id ?? 0;

describe('a setting of a kind', () => {
  test.each([
    [{ kind: 'offline', params: { after: -1 } }, 'params.after', 'too_small'],
    [{ kind: 'offline', params: { after: 20_000 } }, 'params.after', 'too_big'],
    [{ kind: 'offline', params: { hours: 3 } }, 'params.hours', 'unknown_field'],
    [{ kind: 'disk', scope: 'site', site_id: 1 }, 'scope', 'bad_choice'],
    [{ kind: 'offline', scope: 'site' }, 'site_id', 'required'],
  ])('%j is refused at its field', async (fields, field, problem) => {
    await expect(add(fields)).rejects.toMatchObject({ envelope: { fields: [{ field, problem }] } });
  });

  test('has the level that is usual for its kind unless it says another', async () => {
    const kind_ids = [await add({ kind: 'fault' }), await add({ kind: 'door', level: 'alarm' })];
    const { data_info } = await admin.send(alarmKindSettings.list, {});
    expect(data_info.map(({ kind, level }) => [kind, level]).sort()).toEqual([
      ['door', 'alarm'],
      ['fault', 'alarm'],
    ]);
    await admin.send(alarmKindSettings.remove, { kind_id: kind_ids });
  });

  test('of a site holds before that of its line, and that before the network', async () => {
    const held = async (kind: AlarmKind, site_id: number) =>
      (await admin.send(alarmKindActions.holding, { site_id })).data_info.find((one) => one.kind === kind);
    expect(await held('zero', site.mine)).toMatchObject({ enabled: true, params: { times: 3 }, scope: null });
    const network = await add({ kind: 'zero', enabled: false });
    const line = await add({ kind: 'zero', scope: 'product', product_id, params: { times: 5 } });
    const own = await add({ kind: 'zero', scope: 'site', site_id: site.mine, params: { times: 9 } });
    expect(await held('zero', site.mine)).toMatchObject({
      ...{ kind_id: own, params: { times: 9 } },
      before: [
        { kind_id: line, scope: 'product', params: { times: 5 } },
        { kind_id: network, scope: 'network', enabled: false },
        { kind_id: null, scope: null, params: { times: 3 } },
      ],
    });
    expect((await held('jump', site.mine))?.before).toEqual([]);
    expect(await held('zero', site.other)).toMatchObject({ kind_id: line, params: { times: 5 } });
    await admin.send(alarmKindSettings.remove, { kind_id: [line, own] });
    expect(await held('zero', site.other)).toMatchObject({ kind_id: network, enabled: false });
    await admin.send(alarmKindSettings.remove, { kind_id: network });
  });
});

const hours = (from: number, to: number) => ({
  starts_at: new Date(app.clock.now.getTime() + from * 3_600_000).toISOString(),
  ends_at: new Date(app.clock.now.getTime() + to * 3_600_000).toISOString(),
});
const open = async (more: object, client = admin) =>
  (await client.send(maintenanceWindows.add, { scope: 'network', ...hours(-1, 1), ...more })).window_id ?? 0;

describe('a maintenance window', () => {
  test('is open, coming or past, and says how many sites it holds', async () => {
    const ids = [
      await open({}),
      await open({ ...hours(1, 2), scope: 'city', city_code: '370100' }),
      await open({ ...hours(-2, -1), scope: 'site', site_id: site.mine }),
    ];
    const { data_info } = await admin.send(maintenanceWindows.list, {});
    expect(data_info.map(({ state, site_count, city_name_en }) => [state, site_count, city_name_en])).toEqual(
      [
        ['coming', 2, 'Jinan'],
        ['open', 2, null],
        ['past', 1, null],
      ],
    );
    expect(await admin.send(maintenanceWindows.list, { state: 'open' })).toMatchObject({ total: 1 });
    await admin.send(maintenanceWindows.remove, { window_id: ids });
  });

  test('is told of while it is open or soon will be, to everyone who sees one of its sites', async () => {
    const ids = [
      await open({ reason: '校准' }),
      await open({ ...hours(20, 21), scope: 'site', site_id: site.other }),
      await open({ ...hours(30, 31) }),
      await open({ ...hours(-2, -1) }),
    ];
    const windows = async (client: Client, asked = {}) =>
      (await client.send(maintenanceNow.data, asked)).data_info.map((one) => [one.window_id, one.site_ids]);
    const both = [site.mine, site.other].sort();
    expect(await windows(admin)).toEqual([
      [ids[0], both],
      [ids[1], [site.other]],
    ]);
    expect(await windows(worker)).toEqual([[ids[0], [site.mine]]]);
    expect(await windows(admin, { site_id: site.mine })).toEqual([[ids[0], [site.mine]]]);
    await expect(windows(worker, { site_id: site.other })).rejects.toMatchObject({ fault: 'no_authority' });
    await admin.send(maintenanceWindows.remove, { window_id: ids });
  });

  test('ends after it starts, and within 90 days', async () => {
    const problemOf = (times: object) =>
      open(times).catch(({ envelope }) => envelope.fields.map(({ problem }: { problem: string }) => problem));
    expect(await problemOf(hours(0, 0))).toEqual(['start_after_end']);
    expect(await problemOf(hours(0, 24 * 91))).toEqual(['range_too_long']);
  });

  test('of a city that does not exist is refused', async () => {
    await expect(open({ scope: 'city', city_code: '999999' })).rejects.toMatchObject({
      fault: 'city_illegal',
    });
  });
});

test('whoever sees only some sites makes settings and windows for these', async () => {
  const foreign = await add({ kind: 'jump', scope: 'site', site_id: site.other });
  for (const refused of [
    () => add({ kind: 'jump' }, worker),
    () => add({ kind: 'jump', scope: 'product', product_id }, worker),
    () => add({ kind: 'zero', scope: 'site', site_id: site.other }, worker),
    () => worker.send(alarmKindSettings.remove, { kind_id: foreign }),
    () => open({}, worker),
    () => open({ scope: 'city', city_code: '370100' }, worker),
    () => open({ scope: 'site', site_id: site.other }, worker),
  ])
    await expect(refused()).rejects.toMatchObject({ fault: expect.stringMatching(/no_authority|no_data/) });
  await add({ kind: 'jump', scope: 'site', site_id: site.mine }, worker);
  await open({ scope: 'site', site_id: site.mine }, worker);
  const { data_info } = await worker.send(alarmKindSettings.list, { kind: 'jump' });
  expect(data_info.map(({ site_id }) => site_id)).toEqual([site.mine]);
});
