import { type CellValue, readXlsx, writeXlsx } from 'hucre';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { decryptPassword } from '#server/settings/device-passwords.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { components, factorCalls } from '#shared/contract/site-config/factors.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { blocks } from '#shared/contract/site-config/regions.ts';
import { siteImport, sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { wrongSites } from '#test/helpers/wrong-sites.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  await admin.send(products.add, { product_name: '微型站' });
  await admin.send(blocks.add, { block_code: '370102001', block_name: '解放路街道', area_code: '370102' });
  await app.db.run(sql`insert into site (mn, site_name) values ('TAKEN', '已有站')`);
});

type Row = Record<string, CellValue>;

let count = 0;
const row = (more: Row = {}): Row => {
  count += 1;
  return {
    站点名称: `导入站${count}`,
    'MN 号': `IMP${count}`,
    省份: '山东省',
    城市: '济南市',
    区县: '历下区',
    详细地址: '解放路 1 号',
    经度: 117.05,
    纬度: 36.66,
    测量间隔: 60,
    协议: 'HJ 212-2017',
    产品线: '微型站',
    ...more,
  };
};

async function upload(bytes: Uint8Array, client = admin): Promise<number> {
  return ((await client.upload('sites.xlsx', bytes)).data as StoredFile).file_id;
}
async function excel(rows: Row[], client = admin): Promise<number> {
  const head = [...new Set(rows.flatMap((one) => Object.keys(one)))];
  const cells = rows.map((one) => head.map((key) => one[key] ?? null));
  return upload(await writeXlsx({ sheets: [{ name: '站点', rows: [head, ...cells] }] }), client);
}
const problems = async (...rows: Row[]) => {
  const answer = await admin.send(siteImport.preview, { file_id: await excel(rows) });
  return answer.rows.flatMap(({ row: at, problems: found }) =>
    found.map(({ field, problem, code }) => `${at} ${field} ${problem}${code ? ` ${code}` : ''}`),
  );
};
const total = async () => (await admin.send(sites.list, {})).total;
const read = async (mn: string, client = admin) => (await client.send(sites.list, { mn })).data_info[0];

test('places are found by names and codes of the past', async () => {
  const file_id = await excel([
    row({ 'MN 号': 'OLD-NAME', 城市: '莱芜市', 区县: '莱城区' }),
    row({ 'MN 号': 'OLD-CODE', 省份: '江苏省', 城市: '南通市', 区县: '320602' }),
  ]);
  expect(await admin.send(siteImport.run, { file_id })).toMatchObject({ added: 2 });
  expect(await read('OLD-NAME')).toMatchObject({ city_code: '370100', area_code: '370116' });
  expect(await read('OLD-CODE')).toMatchObject({ area_code: '320613' });
});

test('a whole site is imported with everything by name, its factors in the order written', async () => {
  const file_id = await excel([
    row({
      'MN 号': 'WHOLE',
      站点类型: '水质站',
      '街道（乡镇）': '解放路街道',
      'SIM 卡号': '89860000000000000001',
      供电方式: '太阳能',
      断面属性: '国控断面',
      水系: '小清河',
      水质类型: '湖库',
      水污染等级: 'Ⅲ类',
      设备编号: 12,
      'HMI 编号': 34,
      虚拟数据: '是',
      启用日期: '2026/1/31',
      设备密码: 123456,
      监测因子: '臭氧、a34004，SO2',
    }),
  ]);
  expect(await admin.send(siteImport.run, { file_id })).toMatchObject({ added: 1 });
  const site = await read('WHOLE');
  expect(site).toMatchObject({
    site_type: 'water',
    province_code: '370000',
    city_code: '370100',
    area_code: '370102',
    block_code: '370102001',
    longitude: 117.05,
    interval_seconds: 60,
    agreement_name: 'HJ 212-2017',
    product_name: '微型站',
    sim_number: '89860000000000000001',
    power_supply: 'solar',
    water_quality_type: 'lake',
    water_pollution_level: 3,
    device_number: 12,
    virtual_data: true,
    started_on: '2026-01-31',
    has_secret: true,
    demo: false,
  });
  const [{ secret = '' } = {}] = await app.db.rows<{ secret: string }>(
    sql`select secret from site where mn = 'WHOLE'`,
  );
  expect(decryptPassword(secret, app.app.secrets.signing_secret)).toBe('123456');
  expect(secret).not.toContain('123456');
  const factors = await admin.send(factorCalls.ofSite, { site_id: site?.site_id ?? 0 });
  expect(factors.data_info.map(({ formula }) => formula)).toEqual(['O3', 'PM2.5', 'SO2']);
});

test('the table is found behind notes and below a title, and not on a sheet that is hidden', async () => {
  const cells = row({ 启用日期: new Date('2026-01-31T00:00:00Z'), 详细地址: '解放路\n1 号' });
  const table = [['站点一览'], [], Object.keys(cells), Object.values(cells)];
  const hidden = [Object.keys(cells), Object.values(row())];
  const bytes = await writeXlsx({
    sheets: [
      { name: '旧表', rows: hidden, hidden: true },
      { name: '说明', rows: [['请填第二张表']] },
      { name: '站点', rows: table },
    ],
  });
  const { rows } = await admin.send(siteImport.preview, { file_id: await upload(bytes) });
  expect(rows).toMatchObject([
    {
      row: 4,
      problems: [],
      values: { mn: cells['MN 号'], started_on: '2026-01-31', address: '解放路 1 号' },
    },
  ]);
});

test('words are meant however they are typed', async () => {
  expect(
    await problems(
      row({ 站点类型: 'AIR', 虚拟数据: 'TRUE', 监测因子: 'PM₂.₅、ＳＯ２、CO、Co' }),
      row({ 站点类型: '水质站', 水污染等级: 'III类' }),
    ),
  ).toEqual([]);
});

test('places are meant by name, by its beginning or by code, as deep as the division goes', async () => {
  expect(
    await problems(
      row({ 省份: '山东', 城市: '济南', 区县: '历下' }),
      row({ 省份: '370000', 城市: 370100, 区县: '370102' }),
      row({ 省份: 'Shandong', 城市: 'jinan', 区县: 'Lixia District' }),
      row({ 省份: '广东省', 城市: '东莞市', 区县: null }),
      row({ 省份: '北京市', 城市: '北京市', 区县: '东城区' }),
    ),
  ).toEqual([]);
});

describe('every fault is told by row, field and code', () => {
  test.each<[string, Row]>([
    ['2 site_name required', { 站点名称: null }],
    ['2 site_name repeated 53', { 站点名称: '已有站' }],
    ['2 mn packet_separators', { 'MN 号': 'a;b' }],
    ['2 mn only_ascii', { 'MN 号': 'ＭＮ１' }],
    ['2 mn digits_lost', { 'MN 号': 880_000_000_000_000_000 }],
    ['2 province_code required', { 省份: null }],
    ['2 province_code unknown_value 24', { 省份: '山海省' }],
    ['2 city_code unknown_value 55', { 城市: '南金市' }],
    ['2 city_code outside_province 55', { 城市: '南京市' }],
    ['2 area_code unknown_value 56', { 区县: '玄虎区' }],
    ['2 area_code outside_city 56', { 区县: '玄武区' }],
    ['2 area_code required', { 区县: null }],
    ['2 block_code unknown_value 125', { '街道（乡镇）': '大观园' }],
    ['2 agreement_id unknown_value 57', { 协议: '某协议' }],
    ['2 product_id unknown_value 58', { 产品线: '某产品线' }],
    ['2 project_id unknown_value', { 项目: '某项目' }],
    ['2 water_pollution_level bad_choice 59', { 水污染等级: 'Ⅸ类' }],
    ['2 water_quality_type bad_choice 60', { 水质类型: '海洋' }],
    ['2 interval_seconds too_small 61', { 测量间隔: 0 }],
    ['2 interval_seconds not_a_number 61', { 测量间隔: '一分钟' }],
    ['2 power_supply bad_choice 62', { 供电方式: '风' }],
    ['2 virtual_data bad_choice 63', { 虚拟数据: '也许' }],
    ['2 longitude not_longitude', { 经度: 181 }],
    ['2 latitude not_a_number', { 纬度: '36°39′' }],
    ['2 device_number too_big 156', { 设备编号: 10_000_000_000 }],
    ['2 site_type bad_choice 159', { 站点类型: '土壤站' }],
    ['2 started_on bad_date', { 启用日期: '去年' }],
    ['2 factors unknown_value', { 监测因子: '臭氧、仙气' }],
    ['2 factors repeated 19', { 监测因子: '臭氧、O3' }],
  ])('%s', async (expected, more) => {
    expect(await problems(row(more))).toEqual([expected]);
  });

  test('all of a row at once, and of two rows alike the later', async () => {
    const twin = row();
    expect(await problems(twin, { ...twin, 省份: '无', 测量间隔: -1 })).toEqual([
      '3 province_code unknown_value 24',
      '3 interval_seconds too_small 61',
      '3 site_name repeated_in_file 53',
      '3 mn repeated_in_file 54',
    ]);
  });

  test('an MN that another row has in other letters', async () => {
    expect(await problems(row({ 'MN 号': 'imp-a' }), row({ 'MN 号': 'IMP-A' }))).toEqual([
      '3 mn repeated_in_file 54',
    ]);
  });

  test('what a new site cannot do without, also where the column is missing', async () => {
    const { 经度: _longitude, 产品线: _product, ...rest } = row();
    expect(await problems(rest)).toEqual(['2 longitude required', '2 product_id required']);
  });

  test('a file that does not say which sites it means', async () => {
    const { 'MN 号': _mn, ...rest } = row();
    const { envelope } = await admin.raw(siteImport.preview.path, { file_id: await excel([rest]) });
    expect(envelope).toMatchObject({ code: 77, fields: [{ field: 'mn', problem: 'required' }] });
  });

  test.each(['站点名称', 'Site name', ' site_name'])('a column that is there twice, as %s', async (twice) => {
    const cells = row();
    const rows = [
      [...Object.keys(cells), twice],
      [...Object.values(cells), '另一名'],
    ];
    const file_id = await upload(await writeXlsx({ sheets: [{ name: '站点', rows }] }));
    const wrong = { code: 77, fields: [{ field: 'site_name', problem: 'column_repeated' }] };
    for (const { path } of [siteImport.preview, siteImport.run]) {
      expect((await admin.raw(path, { file_id })).envelope).toMatchObject(wrong);
    }
  });
});

test('columns that are not read are named, with what they may have been meant for', async () => {
  const cells = row({ SIM卡号码: '8986', 水糸: '小清河', 负责人: '张三' });
  const rows = [
    [...Object.keys(cells), null, null],
    [...Object.values(cells), '无表头', null],
  ];
  const file_id = await upload(await writeXlsx({ sheets: [{ name: '站点', rows }] }));
  const { unread, bad } = await admin.send(siteImport.preview, { file_id });
  expect(unread).toEqual([
    { column: 12, heading: 'SIM卡号码', meant: 'sim_number' },
    { column: 13, heading: '水糸', meant: 'river_system' },
    { column: 14, heading: '负责人' },
    { column: 15, heading: '' },
  ]);
  expect(bad).toBe(0);
});

test('columns of an export that only the platform fills in are passed over', async () => {
  const cells = row({ 在线状态: '在线', 最近通信: '2026-11-20 05:00', 因子数: '6' });
  expect(await admin.send(siteImport.preview, { file_id: await excel([cells]) })).toMatchObject({
    ...{ unread: [], bad: 0 },
  });
});

test('headings are meant however they are spaced and marked', async () => {
  const { 'MN 号': mn = null, 测量间隔: interval = null, ...rest } = row();
  const cells = { ...rest, MN号: mn, '* 测量间隔': interval };
  const preview = await admin.send(siteImport.preview, { file_id: await excel([cells]) });
  expect(preview).toMatchObject({ bad: 0, unread: [], rows: [{ values: { mn, interval_seconds: '60' } }] });
});

test('of 500 rows twenty are wrong: each is named, nothing is stored; put right, all are', async () => {
  const before = await total();
  const wrong = wrongSites([17, { 'MN 号': 'a;b' }, 'mn'], [501, { 站点名称: '已有站' }, 'site_name']);
  const good = Array.from({ length: 500 }, () => row({ 监测因子: 'SO2、NO2' }));
  const planted = good.map((one, at) => ({ ...one, ...wrong.find(([line]) => line === at + 2)?.[1] }));
  const file_id = await excel(planted);
  const preview = await admin.send(siteImport.preview, { file_id });
  expect(preview).toMatchObject({ total: 500, bad: 20 });
  const named = preview.rows.flatMap(({ row: at, problems: found }) => found.map(({ field }) => [at, field]));
  expect(named).toEqual(wrong.map(([line, _cells, field]) => [line, field]));
  await expect(admin.send(siteImport.run, { file_id })).rejects.toMatchObject({
    envelope: { code: 7, detail: 'import_has_errors', params: { count: 20 } },
  });
  expect(await total()).toBe(before);
  expect(await admin.send(siteImport.run, { file_id: await excel(good) })).toMatchObject({ added: 500 });
  expect(await total()).toBe(before + 500);
  expect(await read(String(good[499]?.['MN 号']))).toMatchObject({ factor_count: 2 });
});

test('of two imports of one file at the same moment one is stored whole', async () => {
  const file_id = await excel([row(), row()]);
  const before = await total();
  const answers = await Promise.allSettled([1, 2].map(() => admin.send(siteImport.run, { file_id })));
  // The later one is refused or finds nothing to add.
  const added = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.added : 0));
  expect(added.toSorted()).toEqual([0, 2]);
  expect(await total()).toBe(before + 2);
});

test.each(['zh', 'en'] as const)('the template in %s imports as it is', async (language) => {
  const { url } = await admin.send(siteImport.template, { language });
  const bytes = new Uint8Array(await (await admin.download(url)).arrayBuffer());
  expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(2);
  const preview = await admin.send(siteImport.preview, { file_id: await upload(bytes) });
  expect(preview.rows).toMatchObject([{ problems: [] }]);
});

test("the template's example is an air site with an air protocol and an air product line", async () => {
  const { product_id } = await admin.send(products.add, { product_name: '地表水站' });
  await app.db.run(sql`
    insert into site (mn, site_name, site_type, product_id) values ('WATER1', '水站', 'water', ${product_id})`);
  const { url } = await admin.send(siteImport.template, { language: 'zh' });
  const book = await readXlsx(new Uint8Array(await (await admin.download(url)).arrayBuffer()));
  const [head = [], example = []] = book.sheets[0]?.rows ?? [];
  const cell = (heading: string) => example[head.findIndex((one) => String(one).includes(heading))];
  expect(cell('站点类型')).toBe('空气站');
  expect(cell('协议')).toBe('HJ 212-2017');
  expect(cell('产品线')).toBe('微型站');
});

test('what was exported can be imported again under other names', async () => {
  await admin.send(components.add, { component_name: '自定二', component_key: 'own_two', category: 'air' });
  await admin.send(siteImport.run, {
    file_id: await excel([
      row({ 'MN 号': 'OUT', 站点类型: '移动站', 启用日期: '2026-03-01', 监测因子: '臭氧、own_two' }),
    ]),
  });
  for (const language of ['zh', 'en'] as const) {
    const columns = sites.columns.filter((column) => !/_(code|id)$/.test(column));
    const wanted = { listing: 'sites', format: 'xlsx' as const, language, columns, query: { mn: 'OUT' } };
    const { job_id } = await admin.send(jobs.startExport, wanted);
    const url = await vi.waitFor(async () => (await admin.send(jobs.download, { job_id })).url, 30_000);
    const book = await readXlsx(new Uint8Array(await (await admin.download(url)).arrayBuffer()));
    const [head = [], cells = []] = book.sheets[0]?.rows ?? [];
    const again = cells.map((cell, at) => (at === columns.indexOf('mn') ? `AGAIN-${language}` : cell));
    again[columns.indexOf('site_name')] = `再来 ${language}`;
    const bytes = await writeXlsx({ sheets: [{ name: 'x', rows: [head, again] }] });
    const file_id = await upload(bytes);
    expect((await admin.send(siteImport.preview, { file_id })).rows[0]?.problems).toEqual([]);
    await admin.send(siteImport.run, { file_id });
    expect(await read(`AGAIN-${language}`)).toMatchObject({
      site_type: 'mobile',
      area_code: '370102',
      started_on: '2026-03-01',
      agreement_name: 'HJ 212-2017',
      factor_codes: 'a05024, own_two',
    });
  }
});

test('neither the preview nor the audit log shows a password', async () => {
  const file_id = await excel([row({ 设备密码: 'pw-of-device' })]);
  expect(JSON.stringify(await admin.send(siteImport.preview, { file_id }))).not.toContain('pw-of-device');
  await admin.send(siteImport.run, { file_id });
  const log = await app.db.rows(sql`select before, after from audit_log`);
  expect(JSON.stringify(log)).not.toContain('pw-of-device');
});

test('whoever sees only some sites sees those that they import', async () => {
  const role = await makeRole(app.db, ['site.read', 'site.write', 'file.write']);
  const client = await app.login((await makeUser(app.db, role)).account);
  await client.send(siteImport.run, { file_id: await excel([row({ 'MN 号': 'MINE' })], client) });
  expect(await read('MINE', client)).toBeDefined();
  expect((await client.send(sites.list, {})).total).toBe(1);
});

test('a factor of one’s own is meant by its key', async () => {
  await admin.send(components.add, { component_name: '自定', component_key: 'own_one', category: 'air' });
  expect(await problems(row({ 监测因子: 'own_one' }))).toEqual([]);
});
