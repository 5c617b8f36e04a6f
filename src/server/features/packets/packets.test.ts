import { parseCsv } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodePacket } from '#protocol/packet.ts';
import { sql } from '#server/db/sql.ts';
import type { RawPacket } from '#server/series/store.ts';
import { packets } from '#shared/contract/packets/packets.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
/** Sees one site and may read packets, but neither unregistered devices nor passwords. */
let limited: Client;
let one = 0;
let two = 0;

// The test clock is at 02:00.
const at = (time: string) => new Date(`2026-11-${time}Z`);
const frame = (mn: string, cn: string, cp = '') =>
  encodePacket({
    qn: '20261115095900001',
    st: '22',
    cn,
    pw: 'pa55wd',
    mn,
    flag: 5,
    cp: cp ? [[{ name: 'X', value: cp }]] : [],
  });
const packet = (mn: string, site_id: number | null, more: Partial<RawPacket> = {}): RawPacket => ({
  received_at: at('15T01:00:00'),
  outgoing: false,
  site_id,
  mn,
  st: '22',
  cn: '2011',
  qn: '20261115095900001',
  verdict: 'ok',
  deviations: [],
  raw: frame(mn, more.cn ?? '2011'),
  remote: '127.0.0.1:1',
  ...more,
});

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name) values ('MN1', '一站'), ('MN2', '二站') returning site_id`);
  [one, two] = rows.map(({ site_id }) => site_id) as [number, number];
  const person = await makeUser(app.db, await makeRole(app.db, ['packet.read']));
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${person.user_id}, ${one})`);
  limited = await app.login(person.account);
  const gbk = Buffer.concat([
    Buffer.from('##0050ST=22;CN=3020;PW=pa55wd;MN=MN1;CP=&&i11001-Info=//'),
    Buffer.from([0xc7, 0xe5, 0xcf, 0xb4]),
    Buffer.from('//&&AAAA'),
  ]);
  await app.app.series.append({
    readings: [],
    packets: [
      packet('MN1', one, { received_at: at('15T00:00:00') }),
      packet('MN1', one, { received_at: at('15T00:00:01'), outgoing: true, cn: '9014', st: '91' }),
      packet('MN1', one, {
        received_at: at('15T00:30:00'),
        verdict: 'bad_crc',
        deviations: ['lower_case_crc'],
      }),
      packet('MN1', one, { received_at: at('15T00:40:00'), cn: '3020', raw: gbk }),
      packet('MN1', one, { received_at: at('10T00:00:00'), cn: '2061' }),
      packet('MN2', two),
      packet('STRANGER', null),
      packet('GONE', 98_765),
    ],
  });
});

const found = async (query: object, client = admin) =>
  (await client.send(packets.list, query)).data_info.map(({ mn, cn }) => `${mn} ${cn}`);

describe('the list', () => {
  test('holds the last 24 hours, newest first', async () => {
    expect(await found({ mn: 'MN1' })).toEqual(['MN1 3020', 'MN1 2011', 'MN1 9014', 'MN1 2011']);
    expect((await admin.send(packets.list, {})).total).toBe(6);
  });

  test('goes back as far as it is asked to', async () => {
    expect(await found({ received_at_from: '2026-11-01T00:00:00Z', cn: '2061' })).toEqual(['MN1 2061']);
    expect(await found({ received_at_to: '2026-11-10T12:00:00Z' })).toEqual(['MN1 2061']);
  });

  test.each([
    [{ site_id: 0 }, 0],
    [{ outgoing: true }, 1],
    [{ verdict: 'bad_crc' }, 1],
    [{ deviation: 'lower_case_crc' }, 1],
    [{ st: '91' }, 1],
    [{ cn: '201' }, 0],
    [{ mn: 'MN' }, 0],
    [{ mn: 'STRANGER' }, 1],
  ])('is narrowed by %j', async (query, total) => {
    expect((await admin.send(packets.list, query)).total).toBe(total);
  });

  test('what a stranger sent before it became a site is seen by those who see the site', async () => {
    const role = await makeRole(app.db, ['packet.read', 'knocking.read']);
    const person = await makeUser(app.db, role);
    const client = await app.login(person.account);
    expect(await found({ mn: 'STRANGER' }, client)).toEqual(['STRANGER 2011']);
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name) values ('STRANGER', '三站') returning site_id`);
    expect(await found({}, client)).toEqual([]);
    expect(await found({ verdict: 'ok' }, admin)).toContain('STRANGER 2011');
    await app.db.run(sql`delete from site where site_id = ${row?.site_id ?? 0}`);
  });

  test('names commands and sites', async () => {
    const [row] = (await admin.send(packets.list, { verdict: 'bad_crc' })).data_info;
    expect(row).toMatchObject({
      site_name: '一站',
      cn_name: '实时数据',
      cn_name_en: 'Real-time data',
      deviations: ['lower_case_crc'],
      edition: '2017',
    });
    expect(row?.raw).toMatch(/^##\d{4}QN=20261115095900001;ST=22;/);
    expect(row?.size).toBe(row?.raw.length);
  });

  test('reads text that is not UTF-8 as GBK', async () => {
    const [row] = (await admin.send(packets.list, { cn: '3020' })).data_info;
    expect(row?.raw).toContain('//清洗//');
  });

  test('leaves pages without counting more than it must', async () => {
    const { data_info, total } = await admin.send(packets.list, { page_size: 2, page_index: 2 });
    expect([data_info.length, total]).toEqual([2, 6]);
  });
});

describe('text in packets', () => {
  test('is found in any encoding', async () => {
    expect(await found({ keyword: '清洗' })).toEqual(['MN1 3020']);
    expect(await found({ keyword: 'MN=MN2' })).toEqual(['MN2 2011']);
    expect(await found({ keyword: '%' })).toEqual([]);
  });

  test('is looked for in a day of the network or a month of one device, not in everything', async () => {
    const query = { keyword: 'MN1', received_at_from: '2026-11-01T00:00:00Z' };
    await expect(admin.send(packets.list, query)).rejects.toMatchObject({
      envelope: {
        code: 400,
        fields: [{ field: 'received_at_from', problem: 'range_too_long', params: { days: 1 } }],
      },
    });
    expect(await found({ ...query, mn: 'MN1' })).toHaveLength(5);
  });

  test('does not give passwords away to those who may not read them', async () => {
    expect(await found({ keyword: 'pa55' })).toHaveLength(6);
    expect(await found({ keyword: 'pa55' }, limited)).toEqual([]);
    expect(await found({ keyword: '清洗' }, limited)).toEqual(['MN1 3020']);
  });
});

describe('who sees what', () => {
  test('a limited user sees the packets of their sites, without passwords', async () => {
    const { data_info } = await limited.send(packets.list, {});
    expect(new Set(data_info.map(({ site_id }) => site_id))).toEqual(new Set([one]));
    expect(data_info[1]?.raw).toContain(';PW=******;');
    expect(JSON.stringify(data_info)).not.toContain('pa55wd');
    expect((await admin.send(packets.list, {})).data_info[0]?.raw).toContain('PW=pa55wd');
  });

  test('strangers are for those who see unregistered devices, and a deleted site’s packets for nobody', async () => {
    expect(await found({ mn: 'STRANGER' }, limited)).toEqual([]);
    expect(await found({ mn: 'GONE' })).toEqual([]);
    const porter = await makeUser(app.db, await makeRole(app.db, ['packet.read', 'knocking.read']));
    expect(await found({}, await app.login(porter.account))).toEqual(['STRANGER 2011']);
  });
});

describe('an export', () => {
  const exported = async (client: Client, columns: string[], query: Record<string, string>) => {
    const asked = { listing: 'packets', format: 'csv', language: 'en', columns, query } as const;
    const { job_id } = await client.send(jobs.startExport, asked);
    let state = '';
    while (state !== 'done') state = (await client.send(jobs.list, { job_id })).data_info[0]?.state ?? 'done';
    const { url } = await client.send(jobs.download, { job_id });
    return parseCsv(await (await client.download(url)).text(), { delimiter: ',' });
  };

  test('is masked and named like the list', async () => {
    const columns = ['mn', 'cn', 'cn_name', 'outgoing', 'verdict', 'raw'];
    const [headings, row] = await exported(limited, columns, { cn: '9014' });
    expect(headings?.slice(1)).toEqual(['Command', 'Command name', 'Direction', 'Check result', 'Packet']);
    expect(row?.slice(0, 5)).toEqual(['MN1', '9014', 'Data answer', 'Sent', 'Good']);
    expect(row?.[5]).toContain('PW=******');
  });

  test('says in words who spoke and what is odd', async () => {
    const columns = ['site_name', 'deviations'];
    const [, odd] = await exported(admin, columns, { verdict: 'bad_crc' });
    expect(odd).toEqual(['Yi Station MN1', 'The CRC is in lower case']);
    const [, stranger] = await exported(admin, columns, { mn: 'STRANGER' });
    expect(stranger).toEqual(['STRANGER', '']);
  });
});

describe('frames are found by the time that their values are of', () => {
  /** MNs of devices that label periods by start time and by end time. */
  const places = { start: 'NAMES-START', end: 'NAMES-END' };
  beforeAll(async () => {
    for (const [label, mn] of Object.entries(places)) {
      const site = await app.db.one<{ site_id: number }>(sql`
        with spoken as (insert into agreement (agreement_name, label) values (${mn}, ${label}) returning agreement_id)
        insert into site (mn, site_name, agreement_id) select ${mn}, ${mn}, agreement_id from spoken returning site_id`);
      const said = (cn: string, time: string): RawPacket => {
        const cp = [[{ name: 'DataTime', value: `20261110${time}` }]];
        const raw = encodePacket({ qn: '20261115095900001', st: '22', cn, pw: '', mn, flag: 5, cp });
        return packet(mn, site?.site_id ?? 0, { cn, raw, received_at: at('14T12:00:00') });
      };
      const readings = ['080000', '083000', '090000'].flatMap((time) => [
        said('2011', time),
        said('2051', time),
      ]);
      await app.app.series.append({
        readings: [],
        packets: [...readings, said('2061', '080000'), said('2061', '090000')],
      });
    }
  });
  const of = async (label: keyof typeof places, from: string, to: string) => {
    const time = (clock: string) => new Date(`2026-11-10T${clock}+08:00`).toISOString();
    const { data_info } = await admin.send(packets.list, {
      mn: places[label],
      data_time_from: time(from),
      data_time_to: time(to),
    });
    return data_info.map(({ cn, raw }) => `${cn} ${/DataTime=\d{8}(\d{4})/.exec(raw)?.[1]}`).sort();
  };

  test('an hour, whether the device calls it by its start or its end', async () => {
    expect(await of('start', '08:00', '09:00')).toEqual([
      '2011 0800',
      '2011 0830',
      '2051 0800',
      '2051 0830',
      '2061 0800',
    ]);
    expect(await of('end', '08:00', '09:00')).toEqual([
      '2011 0800',
      '2011 0830',
      '2051 0830',
      '2051 0900',
      '2061 0900',
    ]);
  });

  test('a minute', async () => {
    expect(await of('start', '08:30', '08:31')).toEqual(['2011 0830', '2051 0830']);
    expect(await of('end', '08:29', '08:30')).toEqual(['2051 0830']);
    await app.db.run(sql`update agreement set minute_step = 10 where agreement_name = ${places.end}`);
    expect(await of('end', '08:20', '08:21')).toEqual(['2051 0830']);
    expect(await of('end', '08:29', '08:30')).toEqual([]);
    await app.db.run(sql`update agreement set minute_step = 1 where agreement_name = ${places.end}`);
  });
});
