import { beforeAll, describe, expect, test } from 'vitest';
import type { DataType } from '#protocol/commands.ts';
import { json, sql } from '#server/db/sql.ts';
import { network, shortSites } from '#shared/contract/sites/network.ts';
import { addAlarm } from '#test/helpers/alarms.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let limited: Client;
const id: Record<string, number> = {};

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  // One site is offline; without this setting that would count as an alarm.
  await app.db.run(sql`insert into alarm_kind (kind, scope, enabled) values ('offline', 'network', false)`);
  const sites = [
    { mn: 'JN1', site_name: '济南一站', city_code: '370100', longitude: 117, latitude: 36 },
    { mn: 'JN2', site_name: '济南二站', city_code: '370100', longitude: 118, latitude: 37 },
    {
      mn: 'NJ1',
      site_name: '南京一站',
      city_code: '320100',
      longitude: 119,
      latitude: 32,
      site_type: 'water',
    },
    { mn: 'NEW', site_name: '安装中', city_code: null, longitude: null, latitude: null },
  ];
  const rows = await app.db.rows<{ mn: string; site_id: number }>(sql`
    insert into site (mn, site_name, province_code, city_code, longitude, latitude, site_type)
    select mn, site_name, left(city_code, 2) || '0000', city_code, longitude, latitude, coalesce(site_type, 'air')
      from jsonb_to_recordset(${json(sites)})
        as s (mn text, site_name text, city_code text, longitude double precision, latitude double precision,
              site_type text)
    returning mn, site_id`);
  for (const { mn, site_id } of rows) id[mn] = site_id;
  await app.db.run(sql`
    insert into link_state (site_id, online, changed_at, last_packet_at)
    values (${id.JN1}, true, '2026-11-15T01:00:00Z', '2026-11-15T01:59:00Z'),
           (${id.JN2}, false, '2026-11-14T01:00:00Z', '2026-11-14T00:50:00Z')`);
  const person = await makeUser(app.db, 2);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${id.JN2})`);
  limited = await app.login(person.account);
});

const names = (answer: { data_info: { site_name: string }[] }) =>
  answer.data_info.map(({ site_name }) => site_name);

test('the short list holds every site that one may see, by name', async () => {
  expect(names(await admin.send(shortSites.list, {}))).toEqual([
    '安装中',
    '济南二站',
    '济南一站',
    '南京一站',
  ]);
  expect((await limited.send(shortSites.list, {})).data_info).toEqual([
    {
      site_id: id.JN2,
      mn: 'JN2',
      site_name: '济南二站',
      site_name_en: 'Jinan Er Station',
      initials: 'jnez',
      syllables: 'ji nan er zhan',
      site_type: 'air',
      province_code: '370000',
      city_code: '370100',
      area_code: null,
      block_code: null,
      product_id: null,
      project_id: null,
      virtual_data: false,
      counting_flags: [],
      demo: false,
      online: false,
    },
  ]);
});

test('the short list is narrowed by type, place, link and keyword', async () => {
  const found = async (query: object) => names(await admin.send(shortSites.list, query));
  expect(await found({ site_type: 'water' })).toEqual(['南京一站']);
  expect(await found({ city_code: '370100' })).toEqual(['济南二站', '济南一站']);
  expect(await found({ online: true })).toEqual(['济南一站']);
  expect(await found({ keyword: 'jn' })).toEqual(['济南二站', '济南一站']);
});

test('ten thousand sites come in one answer', async () => {
  expect((await admin.raw(shortSites.list.path, { page_size: 10_001 })).envelope.code).toBe(400);
  await expect(admin.send(shortSites.list, { page_size: 10_000 })).resolves.toMatchObject({ total: 4 });
});

test('the state of links is told for all, by number or by MN; who was never heard is offline', async () => {
  const state = async (wanted: object, client = admin) =>
    (await client.send(network.status, wanted)).data_info.map(({ mn, online, changed_at }) => [
      mn,
      online,
      changed_at,
    ]);
  const jn1 = ['JN1', true, '2026-11-15T01:00:00.000Z'];
  const jn2 = ['JN2', false, '2026-11-14T01:00:00.000Z'];
  expect(await state({})).toEqual([['NEW', false, null], jn2, jn1, ['NJ1', false, null]]);
  expect(await state({ mns: ['JN1'], site_ids: [id.JN2] })).toEqual([jn2, jn1]);
  expect(await state({}, limited)).toEqual([jn2]);
  await expect(limited.send(network.status, { mns: ['JN1'] })).rejects.toMatchObject({
    envelope: { code: 13 },
  });
  await expect(admin.send(network.status, { mns: ['NO'] })).rejects.toMatchObject({ envelope: { code: 10 } });
});

test('each city with sites has its middle and its counts', async () => {
  const cities = (await admin.send(network.cities, {})).data_info;
  expect(cities).toEqual([
    expect.objectContaining({ city_code: '320100', city_name: '南京市', site_count: 1, online_count: 0 }),
    {
      city_code: '370100',
      city_name: '济南市',
      city_name_en: 'Jinan',
      province_code: '370000',
      longitude: 117.5,
      latitude: 36.5,
      site_count: 2,
      online_count: 1,
    },
  ]);
  expect((await admin.send(network.cities, { site_type: 'water' })).total).toBe(1);
  expect((await limited.send(network.cities, {})).data_info).toMatchObject([
    { site_count: 1, longitude: 118 },
  ]);
});

describe('newest values', () => {
  const [pm25, pm10] = [1, 2];
  const say = (
    site_id: number | undefined,
    ts: string,
    avg: number[],
    flags?: string[],
    data_type: DataType = 'realtime',
  ) =>
    app.app.series.append({
      readings: [
        { site_id: site_id ?? 0, data_type, ts: new Date(ts), fids: [pm25, pm10], avg, flags, origin: 'l' },
      ],
      packets: [],
    });
  beforeAll(async () => {
    await say(id.JN1, '2026-11-15T01:59:00Z', [35.5, 80], ['', 'D']);
    await say(id.JN2, '2026-11-14T00:50:00Z', [20, 30], ['D', 'D']);
    await say(id.JN1, '2026-11-15T00:00:00Z', [33, 70], undefined, 'hour');
  });

  test('come with every site for the map, those of the data type that is asked for', async () => {
    const real = async (query: object) =>
      (await admin.send(network.real, query)).data_info.map((row) => [
        row.mn,
        row.component_ids,
        row.values,
        row.flags,
      ]);
    expect(await real({ city_code: '370100' })).toEqual([
      ['JN2', [pm25, pm10], [20, 30], ['D', 'D']],
      ['JN1', [pm25, pm10], [35.5, 80], ['', 'D']],
    ]);
    expect(await real({ keyword: 'JN1', data_type: 'hour' })).toEqual([
      ['JN1', [pm25, pm10], [33, 70], ['', '']],
    ]);
    const [newcomer] = (await admin.send(network.real, { keyword: 'NEW' })).data_info;
    expect(newcomer).toMatchObject({ longitude: null, online: false, ts: null, values: [] });
    const [jn1] = (await admin.send(network.real, { keyword: 'JN1' })).data_info;
    expect(jn1).toMatchObject({
      longitude: 117,
      changed_at: '2026-11-15T01:00:00.000Z',
      last_packet_at: '2026-11-15T01:59:00.000Z',
      ts: '2026-11-15T01:59:00.000Z',
      received_at: expect.any(String),
    });
  });

  test('come with the short list for the factors that are chosen', async () => {
    const { data_info, total } = await admin.send(network.otherReal, {
      component_ids: [pm10],
      page_size: 2,
      page_index: 2,
    });
    expect(data_info.map(({ mn, component_ids, values }) => [mn, component_ids, values])).toEqual([
      ['JN1', [pm10], [80]],
      ['NJ1', [], []],
    ]);
    expect(total).toBe(4);
    expect((await admin.raw(network.otherReal.path, {})).envelope.code).toBe(400);
    expect((await limited.send(network.otherReal, { component_ids: [pm10] })).total).toBe(1);
  });

  test('tell how many are faulty or under maintenance among those on the line', async () => {
    const none = { all: 4, online: 1, offline: 3, alarm: 0, fault: 0, maintenance: 0 };
    expect(await admin.send(network.count, {})).toEqual({ ...none, fault: 1 });
    await say(id.JN1, '2026-11-15T02:00:00Z', [35.5, 80], ['C', '']);
    expect(await admin.send(network.count, {})).toEqual({ ...none, maintenance: 1 });
    expect(await admin.send(network.count, { site_type: 'water' })).toEqual({
      ...none,
      all: 1,
      online: 0,
      offline: 1,
    });
    expect(await limited.send(network.count, {})).toEqual({ ...none, all: 1, online: 0, offline: 1 });
  });

  test('tell how many are in a maintenance window, on the line or not, and how many have open alarms', async () => {
    const { NJ1: nanjing = 0, JN2: jinan = 0 } = id;
    const before = await admin.send(network.count, {});
    const now = app.clock.now.getTime();
    const window = (from: number, to: number, site_id: number) =>
      app.db.run(sql`
        insert into maintenance_window (scope, site_id, starts_at, ends_at)
        values ('site', ${site_id}, ${new Date(now + from)}, ${new Date(now + to)})`);
    await window(-1000, 1000, nanjing);
    await window(-2000, -1000, jinan);
    await addAlarm(app.db, { site_id: nanjing, kind: 'flag' });
    await addAlarm(app.db, { site_id: nanjing, kind: 'flag', side: 'x' });
    expect(await admin.send(network.count, {})).toMatchObject({
      ...{ maintenance: before.maintenance + 1, alarm: before.alarm + 1 },
    });
    const { account } = await makeUser(app.db, await makeRole(app.db, [], true));
    expect(await (await app.login(account)).send(network.count, {})).toMatchObject({ all: 4, alarm: 0 });
  });
});
