import { type CellValue, readXlsx, writeXlsx } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { factorCalls } from '#shared/contract/site-config/factors.ts';
import { products, projects } from '#shared/contract/site-config/products.ts';
import { siteImport, sites } from '#shared/contract/sites/sites.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm, exportedList } from '#test/helpers/export.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { wrongSites } from '#test/helpers/wrong-sites.ts';

let app: TestApp;
let admin: Client;
type Row = Record<string, CellValue>;

const TOTAL = 500;
const mnOf = (at: number) => `UP${String(at).padStart(4, '0')}`;
const nameOf = (at: number) => `更新站 ${at}`;

const wholeSite = (at: number): Row => ({
  站点名称: nameOf(at),
  'MN 号': mnOf(at),
  省份: '山东省',
  城市: '济南市',
  区县: '历下区',
  详细地址: `解放路 ${at} 号`,
  经度: 117.05,
  纬度: 36.66,
  测量间隔: 60,
  协议: 'HJ 212-2017',
  产品线: '微型站',
  监测因子: 'SO2、NO2',
});

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  await admin.send(products.add, { product_name: '微型站' });
  await admin.send(products.add, { product_name: '标准站' });
  for (const project_name of ['一期', '二期']) await admin.send(projects.add, { project_name });
  await app.db.run(sql`insert into site (mn, site_name) values ('ELSEWHERE', '别处的站')`);
  const rows = Array.from({ length: TOTAL }, (_, at) => wholeSite(at));
  await admin.send(siteImport.run, { file_id: await excel(rows) });
});

async function upload(bytes: Uint8Array, client = admin): Promise<number> {
  return ((await client.upload('sites.xlsx', bytes)).data as StoredFile).file_id;
}
async function excel(rows: Row[], client = admin): Promise<number> {
  const head = [...new Set(rows.flatMap((one) => Object.keys(one)))];
  const cells = rows.map((one) => head.map((key) => one[key] ?? null));
  return upload(await writeXlsx({ sheets: [{ name: '站点', rows: [head, ...cells] }] }), client);
}
const read = async (mn: string) => {
  const { data_info } = await admin.send(sites.list, { mn });
  if (!data_info[0]) throw new Error(`no site ${mn}`);
  return data_info[0];
};
const shown = async (file_id: number, client = admin) =>
  (await client.send(siteImport.preview, { file_id })).rows;
/** The first sheet of the error file. */
const errorFile = async (file_id: number, client = admin) =>
  (await readXlsx(await exportedForm(client, 'siteImportProblems', 'xlsx', { file_id }))).sheets[0]?.rows ??
  [];

/** Twenty rows with one error each. */
const planted = wrongSites(
  [17, { 站点名称: '别处的站' }, 'site_name'],
  [265, { 项目: '无此项目' }, 'project_id'],
);

test('500 sites are updated by Excel with 20 planted errors: named, nothing half done, put right from the error file', async () => {
  // All sites change project, every tenth its address, every fiftieth its factors.
  const wanted = Array.from({ length: TOTAL }, (_, at): Row => {
    const { 'MN 号': mn = null } = wholeSite(at);
    return {
      ...wholeSite(at),
      'MN 号': mn,
      项目: '二期',
      供电方式: '市电',
      水质类型: null,
      水污染等级: null,
      虚拟数据: '未开启',
      设备编号: null,
      'SIM 卡号': null,
      启用日期: null,
      详细地址: at % 10 === 0 ? `经十路 ${at} 号` : `解放路 ${at} 号`,
      监测因子: at % 50 === 0 ? 'NO2、CO' : 'SO2、NO2',
    };
  });
  const wrong = wanted.map((one, at) => ({ ...one, ...planted.find(([line]) => line === at)?.[1] }));
  const file_id = await excel(wrong);
  const looked = await admin.send(siteImport.preview, { file_id });
  expect(looked).toMatchObject({ total: TOTAL, bad: planted.length });
  const named = looked.rows.flatMap(({ row, problems }) => problems.map(({ field }) => [row - 2, field]));
  expect(named).toEqual(planted.map(([at, _cells, field]) => [at, field]));

  // A valid row lists its changed fields with their old values.
  const fiftieth = looked.rows[100];
  expect(fiftieth).toMatchObject({ becomes: 'changed', problems: [] });
  expect(fiftieth?.changes?.map(({ field, was }) => [field, was])).toEqual([
    ['address', '解放路 100 号'],
    ['project_id', null],
    ['factors', 'a21026, a21004'],
  ]);
  // Nothing is stored while a row is invalid.
  await expect(admin.send(siteImport.run, { file_id, basis: looked.basis })).rejects.toMatchObject({
    envelope: { detail: 'import_has_errors', params: { count: 20 } },
  });
  expect((await admin.send(sites.list, { project_id: (await projectOf('二期')) ?? 0 })).total).toBe(0);

  // The error file has the twenty rows with their problems; `leave_bad` stores the others.
  const [heads = [], ...refused] = await errorFile(file_id);
  expect(heads.slice(0, 4)).toEqual(['行号', '原因', '站点名称', 'MN 号']);
  expect(refused).toHaveLength(20);
  expect(refused.every(([, reason]) => String(reason).length > 3)).toBe(true);
  expect(refused[2]?.[1]).toBe('省份：没有名为“火星省”的省份');
  const left = await admin.send(siteImport.run, { file_id, basis: looked.basis, leave_bad: true });
  expect(left).toEqual({ added: 0, changed: 480, unchanged: 0 });

  // Corrected in the error file itself, whose extra columns are ignored.
  const right = refused.map((cells) => {
    const at = Number(cells[0]) - 2;
    return cells.map((cell, column) => {
      const head = String(heads[column]);
      return head in (wanted[at] ?? {}) ? (wanted[at]?.[head] ?? null) : cell;
    });
  });
  const mended = await upload(await writeXlsx({ sheets: [{ name: 'x', rows: [heads, ...right] }] }));
  expect(await admin.send(siteImport.preview, { file_id: mended })).toMatchObject({
    bad: 0,
    unread: [],
    total: 20,
  });
  expect(await admin.send(siteImport.run, { file_id: mended })).toEqual({
    added: 0,
    changed: 20,
    unchanged: 0,
  });

  const again = await admin.send(siteImport.preview, { file_id: await excel(wanted) });
  expect(new Set(again.rows.map(({ becomes }) => becomes))).toEqual(new Set(['unchanged']));
  expect(await read(mnOf(200))).toMatchObject({ project_name: '二期', factor_codes: 'a21004, a21005' });
  const audited = await app.db.one<{ lines: number }>(sql`
    select count(distinct entity_id) as lines from audit_log
     where entity = 'site' and action = 'update' and after ? 'project_id'`);
  expect(audited?.lines).toBe(TOTAL);
});

const projectOf = async (project_name: string) =>
  (await admin.send(projects.list, { keyword: project_name })).data_info[0]?.project_id;

test('a file with the MN and one column changes that and nothing else', async () => {
  const before = await read(mnOf(1));
  await admin.send(siteImport.run, {
    file_id: await excel([{ 'MN 号': mnOf(1).toLowerCase(), 产品线: '标准站' }]),
  });
  const { product_id: _product, product_name, version, updated_at: _at, ...after } = await read(mnOf(1));
  expect(product_name).toBe('标准站');
  expect(version).toBe(before.version + 1);
  expect(before).toMatchObject({ ...after, mn: mnOf(1) });
});

test('the number of a site decides before its MN, which may then change', async () => {
  const { site_id } = await read(mnOf(2));
  const [changed] = await shown(await excel([{ 编号: site_id, 'MN 号': 'UP-NEW-MN' }]));
  expect(changed).toMatchObject({
    becomes: 'changed',
    changes: [{ field: 'mn', was: mnOf(2) }],
    problems: [],
  });
  const [missing] = await shown(await excel([{ 编号: 999_999, 'MN 号': mnOf(2) }]));
  expect(missing?.problems).toMatchObject([{ field: 'site_id', problem: 'unknown_site_number' }]);
  const [, twice] = await shown(
    await excel([
      { 编号: site_id, 'MN 号': 'UP-NEW-MN' },
      { 编号: null, 'MN 号': mnOf(2) },
    ]),
  );
  expect(twice?.problems).toMatchObject([{ problem: 'repeated_in_file', params: { row: 2 } }]);
});

test('factors that stay keep their correction, and an emptied cell empties its field', async () => {
  const { site_id, version } = await read(mnOf(4));
  const { data_info } = await admin.send(factorCalls.ofSite, { site_id });
  const factors = data_info.map(({ component_id, sort }) => ({ component_id, sort, k: 1.5, range_max: 900 }));
  await admin.send(sites.edit, { site_id, version, factors });
  await admin.send(siteImport.run, {
    file_id: await excel([
      { 'MN 号': mnOf(4), 监测因子: 'CO、NO2', 项目: null, '站点名称（英文）': 'Fourth' },
    ]),
  });
  const after = await admin.send(factorCalls.ofSite, { site_id });
  expect(after.data_info.map(({ formula, k, range_max }) => [formula, k, range_max])).toEqual([
    ['CO', 1, null],
    ['NO2', 1.5, 900],
  ]);
  expect(await read(mnOf(4))).toMatchObject({ project_id: null, site_name_en: 'Fourth' });
});

test('a site that a colleague changed since the preview is not overwritten, nor one changed since the export', async () => {
  const before = await read(mnOf(5));
  const file_id = await excel([{ 'MN 号': mnOf(5), 版本: before.version, 详细地址: '泉城路' }]);
  const { basis } = await admin.send(siteImport.preview, { file_id });
  await admin.send(sites.edit, { site_id: before.site_id, version: before.version, river_system: '小清河' });
  const refused = admin.send(siteImport.run, {
    file_id: await excel([{ 'MN 号': mnOf(5), 详细地址: 'x' }]),
    basis,
  });
  await expect(refused).rejects.toMatchObject({ envelope: { detail: 'changed_meanwhile' } });
  const [again] = await shown(file_id);
  expect(again?.problems).toMatchObject([{ field: 'version', problem: 'changed_since_export' }]);
  expect(await read(mnOf(5))).toMatchObject({ address: before.address, river_system: '小清河' });
});

test.each(['zh', 'en'] as const)(
  'what was exported in %s is unchanged when it comes back',
  async (language) => {
    await app.db.run(
      sql`insert into site (mn, site_name) values (${`BARE-${language}`}, ${`裸站 ${language}`})`,
    );
    const columns = sites.columns.filter((column) => !/_(code|id)$/.test(column) || column === 'site_id');
    const bytes = await exportedList(admin, 'sites', [...columns], {}, language);
    const stored = (await admin.upload('sites.csv', bytes)).data as StoredFile;
    const rows = await shown(stored.file_id);
    expect(rows.length).toBeGreaterThan(TOTAL);
    expect(rows.filter(({ becomes, problems }) => becomes !== 'unchanged' || problems.length > 0)).toEqual(
      [],
    );
  },
);

test('sites that one may not see are neither changed nor told of', async () => {
  const role = await makeRole(app.db, ['site.read', 'site.write', 'file.write']);
  const client = await app.login((await makeUser(app.db, role)).account);
  const file_id = await excel([{ ...wholeSite(7), 站点名称: '别名' }], client);
  const [row] = await shown(file_id, client);
  expect(row).toMatchObject({ becomes: 'added', problems: [{ field: 'mn', problem: 'repeated', code: 54 }] });
  const { site_id } = await read(mnOf(7));
  const [byNumber] = await shown(await excel([{ 编号: site_id, 详细地址: 'x' }], client), client);
  expect(byNumber?.problems).toMatchObject([{ field: 'site_id', problem: 'unknown_site_number' }]);
  // Nor can another user's error file be exported.
  await expect(errorFile(file_id)).rejects.toMatchObject({ fault: 'file_missing' });
});

test('new sites without factors start with those of their product line', async () => {
  const [line] = (await admin.send(products.list, { keyword: '标准站' })).data_info;
  const { data_info } = await admin.send(factorCalls.ofSite, { site_id: (await read(mnOf(8))).site_id });
  const factor_ids = data_info.map(({ component_id }) => component_id).toReversed();
  await admin.send(products.edit, { product_id: line?.product_id, version: line?.version, factor_ids });
  const { 监测因子: _factors, ...bare } = wholeSite(0);
  const fresh = { ...bare, 站点名称: '模板站', 'MN 号': 'TPL1', 产品线: '标准站' };
  await admin.send(siteImport.run, { file_id: await excel([fresh]) });
  expect(await read('TPL1')).toMatchObject({ factor_codes: 'a21004, a21026' });
});

test('the template has drop-downs, notes and a hidden sheet of lists', async () => {
  const { url } = await admin.send(siteImport.template, { language: 'zh' });
  const book = await readXlsx(new Uint8Array(await (await admin.download(url)).arrayBuffer()));
  const [form, notes, lists] = book.sheets;
  const head = (form?.rows[0] ?? []).map((cell) => String(cell).replace('* ', ''));
  const letter = (heading: string) => String.fromCharCode(65 + head.indexOf(heading));
  const listAt = (heading: string) =>
    form?.dataValidations?.find(({ range }) => range.startsWith(`${letter(heading)}2:`));
  for (const heading of ['产品线', '项目', '协议', '省份', '城市', '区县', '测量间隔', '站点类型'])
    expect(listAt(heading), heading).toMatchObject({ type: 'list' });
  expect(listAt('城市')?.formula1).toContain('MATCH');
  expect(notes?.rows.some((row) => row[0] === 'MN 号')).toBe(true);
  expect(lists).toMatchObject({ hidden: true });
  expect(lists?.rows.flat()).toEqual(
    expect.arrayContaining(['标准站', '二期', '山东省', '济南市', '历下区']),
  );
});
