import { type CellValue, readXlsx, writeXlsx } from 'hucre';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { alarmRuleActions, alarmRuleImport, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedList } from '#test/helpers/export.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let pm25: number;
const site: Record<string, number> = {};
let product_id: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const line = await app.db.one<{ id: number }>(
    sql`insert into product_line (product_name) values ('微站') returning product_id as id`,
  );
  product_id = line?.id ?? 0;
  for (const [mn, name] of [
    ['MN1', '城东站'],
    ['MN2', '城西站'],
    ['MN3', '同名站'],
    ['MN4', '同名站二'],
  ] as const) {
    const row = await app.db.one<{ id: number }>(
      sql`insert into site (mn, site_name) values (${mn}, ${name}) returning site_id as id`,
    );
    site[mn] = row?.id ?? 0;
  }
  const component = await app.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  pm25 = component?.id ?? 0;
});

beforeEach(() => app.db.run(sql`delete from alarm_rule`));

type Row = Record<string, CellValue>;
const plain: Row = { 适用范围: '全网', 因子: 'PM2.5', 数据类型: '小时', 上限预警: 75, 上限报警: 150 };

async function upload(bytes: Uint8Array | string, client = admin, name = 'rules.xlsx'): Promise<number> {
  return ((await client.upload(name, bytes)).data as StoredFile).file_id;
}
async function excel(rows: Row[], client = admin): Promise<number> {
  const head = [...new Set(rows.flatMap((one) => Object.keys(one)))];
  const cells = rows.map((one) => head.map((key) => one[key] ?? null));
  return upload(await writeXlsx({ sheets: [{ name: '标准', rows: [head, ...cells] }] }), client);
}
const preview = async (rows: Row[], client = admin) =>
  client.send(alarmRuleImport.preview, { file_id: await excel(rows, client) });
const run = async (rows: Row[], client = admin) =>
  client.send(alarmRuleImport.run, { file_id: await excel(rows, client) });
const problems = async (more: Row, client = admin) =>
  (await preview([{ ...plain, ...more }], client)).rows.flatMap(({ problems: found }) =>
    found.map(({ field, problem }) => `${field} ${problem}`),
  );
const stored = async () => (await admin.send(alarmRules.list, { page_size: 100 })).data_info;

describe('a file', () => {
  test('adds rules for the network, a line and a site, by the names that people write', async () => {
    const answer = await run([
      {
        ...plain,
        生效时段: '8:00-20:00，22:00–次日 06:00',
        触发次数: 2,
        回差: 0.5,
        启用: '否',
        备注: '夜间',
      },
      {
        适用范围: '产品线',
        产品线: '微站',
        因子: '臭氧',
        数据类型: 'day',
        限值: 'GB 3095 现行版二级',
        预警比例: '80%',
        指标: '臭氧 8 小时平均',
      },
      { 适用范围: 'site', MN: 'mn2', 国标编码: 'w01001', 数据类型: '小时', 下限报警: 6, 上限报警: 9 },
      { 适用范围: '站点', 站点: '城东站', 指标: '水质类别', 数据类型: '日', 上限报警: '劣于Ⅲ类' },
    ]);
    expect(answer).toEqual({ added: 4, changed: 0, unchanged: 0 });
    const rules = await stored();
    expect(rules.find(({ scope }) => scope === 'network')).toMatchObject({
      ...{ component_id: pm25, data_type: 'hour', high_warning: 75, high_alarm: 150, deadband: 0.5 },
      ...{ raise_after: 2, clear_after: 1, enabled: false, remark: '夜间' },
      hours: [
        ['08:00', '20:00'],
        ['22:00', '06:00'],
      ],
    });
    expect(rules.find(({ scope }) => scope === 'product')).toMatchObject({
      ...{ product_id, measure: 'o3_8h', limits: 'grade_2', warning_share: 0.8, high_alarm: null },
    });
    expect(rules.find(({ site_id }) => site_id === site.MN2)).toMatchObject({ code: 'w01001', low_alarm: 6 });
    expect(rules.find(({ site_id }) => site_id === site.MN1)).toMatchObject({
      ...{ measure: 'water_class', component_id: null, high_alarm: 3 },
    });
  });

  test('is previewed field by field, and nothing is stored', async () => {
    await run([plain, { ...plain, 数据类型: '日' }]);
    const answer = await preview([
      { ...plain, 上限报警: 200, 生效时段: '08:00–20:00' },
      { ...plain, 数据类型: '日', 生效时段: '' },
      { ...plain, 数据类型: '分钟' },
      { ...plain, 数据类型: '实时', 上限报警: 50 },
    ]);
    expect(answer).toMatchObject({ total: 4, bad: 1 });
    expect(answer.rows.map(({ becomes, changes, problems: found }) => ({ becomes, changes, found }))).toEqual(
      [
        {
          becomes: 'changed',
          changes: [
            { field: 'high_alarm', was: 150 },
            { field: 'hours', was: '' },
          ],
          found: [],
        },
        { becomes: 'unchanged', changes: [], found: [] },
        { becomes: 'added', changes: [], found: [] },
        { found: [{ field: 'high_alarm', problem: 'inside_warning' }] },
      ],
    );
    expect(await stored()).toHaveLength(2);
    expect((await stored()).every(({ version }) => version === 1)).toBe(true);
  });

  test('changes what differs as a new version, and leaves the rest alone', async () => {
    await run([plain, { ...plain, 数据类型: '日' }]);
    expect(
      await run([
        { ...plain, 上限报警: 200 },
        { ...plain, 数据类型: '日' },
      ]),
    ).toEqual({
      ...{ added: 0, changed: 1, unchanged: 1 },
    });
    const [hour, day] = (await stored()).toSorted((a, b) => b.version - a.version);
    expect([hour, day]).toMatchObject([
      { data_type: 'hour', version: 2, high_alarm: 200 },
      { data_type: 'day', version: 1 },
    ]);
    const { data_info } = await admin.send(alarmRuleActions.versions, { rule_id: hour?.rule_id ?? 0 });
    expect(data_info.map(({ version, rule }) => [version, rule.high_alarm])).toEqual([
      [2, 200],
      [1, 150],
    ]);
  });

  test('without a column keeps what the rules have in it; an empty cell takes it away', async () => {
    await run([{ ...plain, 生效时段: '08:00–20:00', 备注: '甲', 启用: '停用' }]);
    await run([{ ...plain, 备注: '' }]);
    expect(await stored()).toMatchObject([{ remark: '', enabled: false, hours: [['08:00', '20:00']] }]);
    await run([{ 适用范围: '全网', 因子: 'PM2.5', 数据类型: '小时', 上限预警: '', 上限报警: 150 }]);
    expect(await stored()).toMatchObject([{ high_warning: null, high_alarm: 150 }]);
  });

  test('with one wrong row is refused as a whole', async () => {
    await expect(run([plain, { ...plain, 数据类型: '日', 因子: '不存在' }])).rejects.toMatchObject({
      fault: 'add_failed',
    });
    expect(await stored()).toEqual([]);
  });

  test('that someone has overtaken since it was previewed is refused', async () => {
    await run([plain]);
    const file_id = await excel([{ ...plain, 上限报警: 200 }]);
    const { basis } = await admin.send(alarmRuleImport.preview, { file_id });
    const [rule] = await stored();
    await admin.send(alarmRules.edit, { rule_id: rule?.rule_id ?? 0, version: 1, remark: '刚改' });
    await expect(admin.send(alarmRuleImport.run, { file_id, basis })).rejects.toMatchObject({
      fault: 'update_failed',
    });
    const { basis: again } = await admin.send(alarmRuleImport.preview, { file_id });
    expect(await admin.send(alarmRuleImport.run, { file_id, basis: again })).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject([{ high_alarm: 200, remark: '刚改', version: 3 }]);
  });
});

const refused: [what: string, Row, problem: string][] = [
  ['no scope', { 适用范围: '' }, 'scope required'],
  ['another scope', { 适用范围: '全省' }, 'scope bad_choice'],
  ['a site beside the network', { MN: 'MN1' }, 'mn not_of_scope'],
  ['a line of no name', { 适用范围: '产品线' }, 'product_name required'],
  ['a line that nobody knows', { 适用范围: '产品线', 产品线: '不存在' }, 'product_name unknown_value'],
  ['no site', { 适用范围: '站点' }, 'site_name required'],
  ['a site that nobody knows', { 适用范围: '站点', MN: 'MN9' }, 'mn unknown_value'],
  ['a name of another site', { 适用范围: '站点', MN: 'MN1', 站点: '城西站' }, 'site_name other_site'],
  ['no factor', { 因子: '' }, 'component_name required'],
  ['a factor that nobody knows', { 因子: '不存在' }, 'component_name unknown_value'],
  ['a code that nobody knows', { 国标编码: 'a99999' }, 'code unknown_value'],
  ['a derived factor', { 因子: 'o3_8h' }, 'component_name derived_factor'],
  ['no data type', { 数据类型: '' }, 'data_type required'],
  ['no limit', { 上限预警: '', 上限报警: '' }, 'high_warning no_limit'],
  ['a word for a limit', { 上限报警: '很高' }, 'high_alarm not_a_number'],
  ['another unit', { 单位: 'mg/m³' }, 'unit other_unit'],
  ['hours that are none', { 生效时段: '上午' }, 'hours bad_hours'],
  ['half a window', { 生效时段: '08:00' }, 'hours bad_hours'],
  ['a share beyond one', { 限值: 'grade_2', 数据类型: '日', 预警比例: 2 }, 'warning_share too_big'],
  ['a standard without such hours', { 限值: 'grade_2' }, 'limits no_standard'],
  ['zero times', { 触发次数: 0 }, 'raise_after too_small'],
  ['a negative dead band', { 回差: -1 }, 'deadband below_minimum'],
];
test('what is wrong with a row is told at its column', async () => {
  const { rows } = await preview(refused.map(([, more]) => ({ ...plain, ...more })));
  expect(
    rows.map(({ problems: found }, at) => [
      refused[at]?.[0],
      found.map(({ field, problem }) => `${field} ${problem}`),
    ]),
  ).toEqual(refused.map(([what, , problem]) => [what, [problem]]));
});

test('a rule that two rows mean is refused at the second, which names the first', async () => {
  const { rows } = await preview([plain, { ...plain, 因子: 'a34004', 上限报警: 99, 上限预警: null }]);
  expect(rows[1]?.problems).toEqual([
    { field: 'component_name', problem: 'repeated_in_file', params: { row: 2 } },
  ]);
});

test('the template can be imported as it is', async () => {
  for (const language of ['zh', 'en'] as const) {
    const { url } = await admin.send(alarmRuleImport.template, { language });
    const bytes = new Uint8Array(await (await admin.download(url)).arrayBuffer());
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(2);
    const { rows, unread } = await admin.send(alarmRuleImport.preview, { file_id: await upload(bytes) });
    expect([rows, unread]).toMatchObject([[{ problems: [], becomes: 'added' }], []]);
  }
});

const EXPORTED = [
  ...[
    'component_name',
    'scope',
    'data_type',
    'limits',
    'raise_after',
    'clear_after',
    'deadband',
    'hours',
    'enabled',
  ],
  ...['measure', 'product_name', 'site_name', 'mn', 'high_warning', 'high_alarm', 'low_warning', 'low_alarm'],
  ...['warning_share', 'code', 'unit', 'remark'],
];
test.each(['zh', 'en'] as const)('what is exported in %s is read again as the same', async (language) => {
  await run([
    { ...plain, 生效时段: '22:00–06:00、08:00–12:00', 启用: '停用' },
    {
      适用范围: '产品线',
      产品线: '微站',
      因子: '臭氧',
      指标: '臭氧 8 小时平均',
      数据类型: '日',
      限值: 'grade_1',
      预警比例: 0.85,
    },
    { 适用范围: '站点', MN: 'MN1', 指标: 'water_class', 数据类型: '小时', 上限预警: 2, 上限报警: 4 },
    { 适用范围: '站点', MN: 'MN2', 因子: 'w01001', 数据类型: '实时', 下限报警: 6.123 },
  ]);
  const file = await exportedList(admin, 'alarmRules', EXPORTED, {}, language);
  const answer = await admin.send(alarmRuleImport.preview, {
    file_id: await upload(file, admin, 'rules.csv'),
  });
  expect(answer).toMatchObject({ total: 4, bad: 0, unread: [] });
  expect(answer.rows.map(({ becomes }) => becomes)).toEqual(Array(4).fill('unchanged'));
});

test('whoever sees only some sites imports rules for these alone, and learns of no other', async () => {
  const role = await makeRole(app.db, ['alarm_rule.read', 'alarm_rule.write', 'file.write']);
  const { account, user_id } = await makeUser(app.db, role);
  await app.db.run(sql`insert into user_site (user_id, site_id) values (${user_id}, ${site.MN1})`);
  const client = await app.login(account);
  const ofSite = { ...plain, 适用范围: '站点' };
  await run([plain, { ...ofSite, MN: 'MN2' }]);
  expect(await problems({}, client)).toEqual(['scope own_sites_only']);
  expect(await problems({ 适用范围: '产品线', 产品线: '微站' }, client)).toEqual(['scope own_sites_only']);
  expect(await problems({ 适用范围: '站点', MN: 'MN2' }, client)).toEqual(['mn unknown_value']);
  expect(await problems({ 适用范围: '站点', 站点: '城西站' }, client)).toEqual(['site_name unknown_value']);
  await expect(run([{ ...ofSite, MN: 'MN1' }, plain], client)).rejects.toMatchObject({ fault: 'add_failed' });
  expect(await run([{ ...ofSite, MN: 'MN1' }], client)).toMatchObject({ added: 1 });
  expect(await stored()).toHaveLength(3);
});

test('five thousand rows are checked and stored in one go', async () => {
  await app.db.run(sql`
    insert into site (mn, site_name) select 'B' || i, 'B' || i from generate_series(1, 5000) i`);
  const rows = ['适用范围,MN,因子,数据类型,上限报警'];
  for (let i = 1; i <= 5000; i++) rows.push(`站点,B${i},PM2.5,小时,${100 + (i % 50)}`);
  const file_id = await upload(rows.join('\n'), admin, 'many.csv');
  expect(await admin.send(alarmRuleImport.run, { file_id })).toEqual({
    added: 5000,
    changed: 0,
    unchanged: 0,
  });
  expect(await admin.send(alarmRuleImport.preview, { file_id })).toMatchObject({ total: 5000, bad: 0 });
  await app.db.run(sql`delete from site where mn like 'B%'`);
});
