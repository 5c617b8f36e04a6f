import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { toLogs } from '#server/ingest/device-logs.ts';
import { storeLogs } from '#server/ingest/store-logs.ts';
import { deviceLogs } from '#shared/contract/sites/device-logs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let one = 0;
let two = 0;
const received = new Date('2026-11-15T02:00:00Z');
const say = (site_id: number, cn: string, cp: string) =>
  storeLogs(app.db, toLogs({ site_id }, { cn, cp, qn: '' }, received));

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id)
    select mn, mn, agreement_id from unnest('{MN1,MN2}'::text[]) mn, agreement where edition = 'water'
    returning site_id`);
  [one, two] = rows.map(({ site_id }) => site_id) as [number, number];
  await say(one, '2021', 'DataTime=20261115090000;SB1-RS=1');
  await say(one, '3020', 'DataTime=20261115093000;PolId=w21003,i12001-Info=11;PolId=lng,i13008-Info=1.05');
  await say(one, '3020', 'DataTime=20261115094500;i21001-Info=//门已打开//');
  await say(two, '3020', 'DataTime=20261115094000;i22001-Info=2');
});

const found = async (query: object, client = admin) =>
  (await client.send(deviceLogs.list, query)).data_info.map(
    ({ mn, info, value }) => `${mn} ${info} ${value}`,
  );

test('what a device says of itself is listed, newest first, with the names of its instruments', async () => {
  const { data_info } = await admin.send(deviceLogs.list, { mn: 'MN1' });
  expect(data_info).toMatchObject([
    { kind: 'log', target: '', target_name: null, info: 'i21001', value: '门已打开' },
    { kind: 'parameter', target: 'lng', target_name: '经度', info: 'i13008', value: '1.05' },
    {
      kind: 'state',
      target: 'w21003',
      target_name: '氨氮',
      target_name_en: 'Ammonia nitrogen',
      edition: 'water',
    },
    { kind: 'state', target: 'SB1', info: 'RS', ts: '2026-11-15T01:00:00.000Z' },
  ]);
});

test('a resend adds nothing; another line of the same moment does', async () => {
  expect(await say(one, '3020', 'DataTime=20261115094500;i21001-Info=//门已打开//')).toBe(0);
  expect(await say(one, '3020', 'DataTime=20261115094500;i21001-Info=//门已关闭//')).toBe(1);
  expect(await say(one, '3020', `DataTime=20261115094500;i21001-Info=//${'长'.repeat(5000)}//`)).toBe(1);
  await app.db.run(
    sql`delete from device_log where site_id = ${one} and value <> '门已打开' and info = 'i21001'`,
  );
});

test('it is narrowed by site, kind, instrument, item, time and text', async () => {
  expect(await found({ site_id: two })).toEqual(['MN2 i22001 2']);
  expect(await found({ kind: 'state', mn: 'MN1' })).toEqual(['MN1 i12001 11', 'MN1 RS 1']);
  expect(await found({ target: 'w21003' })).toEqual(['MN1 i12001 11']);
  expect(await found({ info: 'i13008' })).toEqual(['MN1 i13008 1.05']);
  expect(await found({ ts_from: '2026-11-15T01:45:00Z' })).toEqual(['MN1 i21001 门已打开']);
  expect(await found({ keyword: '打开' })).toEqual(['MN1 i21001 门已打开']);
});

test('only of sites that one may see, and of none that is gone', async () => {
  const person = await makeUser(app.db, 2);
  const client = await app.login(person.account);
  expect(await found({}, client)).toEqual([]);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${two})`);
  expect(await found({}, client)).toEqual(['MN2 i22001 2']);
  await app.db.run(sql`delete from site where site_id = ${two}`);
  expect(await found({})).not.toContain('MN2 i22001 2');
});
