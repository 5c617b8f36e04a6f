import { parseCsv, readXlsx } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm } from '#test/helpers/export.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;
let busy: number;
let calm: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
  busy = await network.makeSite('BUSY');
  calm = await network.makeSite('CALM', { measures: ['pm25'] });
  const flagged = network.hour(busy, midnight('2026-07-01'), { ...clean, pm25: 500 });
  await network.store([
    ...network.wholeDay(busy, '2026-07-01', clean).slice(2),
    { ...flagged, flags: flagged.fids.map((fid) => (fid === network.fids.pm25 ? 'D' : '')) },
    network.hour(busy, new Date(midnight('2026-07-01').getTime() + HOUR_MS), { ...clean, no2: 201 }),
    ...network.wholeDay(calm, '2026-07-01', { pm25: 15 }),
  ]);
});

const question = (layout: 'sheets' | 'compare', kind = 'day') => ({
  ...{ kind, layout, date: '2026-07-01', site_ids: [busy, calm] },
});
const book = async (query: object, language: 'zh' | 'en' = 'zh') =>
  (await readXlsx(await exportedForm(admin, 'report', 'xlsx', query, language), { readStyles: true })).sheets;

test('each site has its sheet: factors over their units, hours, sums and what it was judged by', async () => {
  const sheets = await book(question('sheets'));
  expect(sheets.map(({ name }) => name)).toEqual(['BUSY', 'CALM']);
  const [sheet] = sheets;
  const rows = sheet?.rows ?? [];
  expect(rows[0]?.[0]).toBe('BUSY 日报表 2026-07-01');
  const pm25 = rows[2]?.indexOf('PM₂.₅') ?? -1;
  const no2 = rows[2]?.indexOf('NO₂') ?? -1;
  expect(rows[3]?.[pm25]).toBe('µg/m³');
  expect(rows[1]?.[1]).toBe('监测因子');
  expect(sheet?.merges).toContainEqual({ startRow: 1, startCol: 1, endRow: 1, endCol: 6 });
  expect(rows[4]?.[0]).toBe('01:00');
  expect([rows[4]?.[pm25], rows[5]?.[no2]]).toEqual([500, 201]);
  expect(rows[5]?.slice(-3)).toEqual([101, '轻度污染', 'NO₂']);
  // Invalid values are grey and values over the limit are marked; both stay numbers.
  expect(sheet?.cells?.get(`4,${pm25}`)?.style?.font?.italic).toBe(true);
  expect(sheet?.cells?.get(`5,${no2}`)?.style?.numFmt).toMatch(/^"▲ "0/);
  const foot = (name: string) => rows.slice(28, 35).find((row) => row[0] === name) ?? [];
  expect(foot('平均值')[pm25]).toBe(20);
  expect(foot('平均值').at(-3)).toBe('日 AQI 40 优');
  expect(foot('最大值')[no2]).toBe(201);
  expect(foot('有效数')[pm25]).toBe('23/24');
  expect(foot('超标数')[no2]).toBe(1);
  expect(foot('超标率')[no2]).toBe('4.2%');
  expect(foot('完整率')[pm25]).toBe('95.8%');
  // Particles have no hourly limit.
  expect([foot('超标数')[pm25], foot('超标率')[pm25]]).toEqual(['–', '–']);
  const notes = rows.slice(35).map(([note]) => note);
  expect(notes[0]).toBe('评价依据：HJ 633-2026、GB 3095-2026（过渡阶段）');
  expect(notes.join()).toMatch(/45 分钟.*结束时刻.*▲ 表示超标/);
});

test('sites stand beside each other on the sheet of a factor, and of the index', async () => {
  const sheets = await book(question('compare'), 'en');
  const pm25 = sheets.find(({ name }) => name === 'PM₂.₅')?.rows ?? [];
  expect(pm25[2]).toEqual([null, 'BUSY', 'CALM']);
  expect(pm25[5]).toEqual(['03:00', 20, 15]);
  expect(pm25.find(([name]) => name === 'Mean')).toEqual(['Mean', 20, 15]);
  expect(sheets.find(({ name }) => name === 'NO₂')?.rows[2]).toEqual([null, 'BUSY']);
  const aqi = sheets.find(({ name }) => name === 'AQI')?.rows ?? [];
  expect(aqi[4]).toEqual(['02:00', 101, 22]);
  expect(aqi[27]).toEqual(['Daily AQI', 40, 22]);
});

test('an English file calls a site by its English name, or else by its pinyin', async () => {
  const named = await network.makeSite('NAMED', { measures: ['pm25'] });
  await network.store(network.wholeDay(named, '2026-07-01', { pm25: 15 }));
  const asked = { ...question('sheets'), site_ids: [named] };
  const nameIn = async (language: 'zh' | 'en') => (await book(asked, language))[0]?.name;
  await app.db.run(sql`update site set site_name = '解放路站' where site_id = ${named}`);
  expect([await nameIn('zh'), await nameIn('en')]).toEqual(['解放路站', 'Jiefang Road Station']);
  await app.db.run(sql`update site set site_name_en = 'Jiefang Road' where site_id = ${named}`);
  expect([await nameIn('zh'), await nameIn('en')]).toEqual(['解放路站', 'Jiefang Road']);
});

test('as plain lines the marks are words at their end', async () => {
  const bytes = await exportedForm(admin, 'report', 'csv', question('sheets'));
  const [headings = [], ...lines] = parseCsv(new TextDecoder().decode(bytes), { delimiter: ',' });
  expect(headings.slice(1, 3)).toEqual(['MN 号', '时间']);
  expect(lines).toHaveLength(2 * (24 + 7));
  const over = headings.indexOf('超标');
  expect([lines[0]?.[over], lines[0]?.[over + 1]]).toEqual(['', 'PM₂.₅']);
  expect([lines[1]?.[over], lines[1]?.[over + 1]]).toEqual(['NO₂', '']);
  expect(lines[1]?.[headings.indexOf('NO₂ (µg/m³)')]).toBe('201');
  expect(lines[24]?.[headings.indexOf('AQI')]).toBe('日 AQI 40 优');
});

test('sites beside each other have their indices as plain lines too', async () => {
  const bytes = await exportedForm(admin, 'report', 'csv', question('compare'));
  const [headings = [], ...lines] = parseCsv(new TextDecoder().decode(bytes), { delimiter: ',' });
  expect(headings.slice(0, 5)).toEqual(['因子', '单位', '时间', 'BUSY', 'CALM']);
  const ofIndex = lines.filter(([name]) => name === 'AQI');
  expect(ofIndex[1]?.slice(0, 5)).toEqual(['AQI', '', '02:00', '101', '22']);
  expect(ofIndex.at(-1)?.slice(0, 5)).toEqual(['AQI', '', '日 AQI', '40', '22']);
});

test('months and years are filed with their good days', async () => {
  const [month] = await book(question('sheets', 'month'));
  expect(month?.rows.find(([name]) => name === '平均值')?.at(-3)).toBe('优良/有效天数 1/1');
  const [year] = await book(question('sheets', 'year'));
  expect(year?.rows.find(([name]) => name === '7月')?.at(-1)).toBe('1/1');
});

test('a sheet names the standards of its own sites, and what the whole period comes to', async () => {
  const water = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, site_type, water_quality_type, interval_seconds)
    values ('WATER', 'WATER', (select min(agreement_id) from agreement), 'water', 'river', 3600) returning site_id`);
  const factor = await app.db.one<{ fid: number }>(
    sql`select component_id as fid from component where component_key = 'nh3n'`,
  );
  const hour = { site_id: water?.site_id ?? 0, data_type: 'hour', origin: 'l' } as const;
  await network.store(
    Array.from({ length: 24 }, (_, i) => ({
      ...{ ...hour, fids: [factor?.fid ?? 0], avg: [0.4] },
      ts: new Date(midnight('2026-07-01').getTime() + i * HOUR_MS),
    })),
  );
  const sheets = await book({ ...question('sheets'), site_ids: [busy, water?.site_id] });
  const textOf = (name: string) =>
    sheets
      .find((sheet) => sheet.name === name)
      ?.rows.flat()
      .join() ?? '';
  expect(textOf('BUSY')).toContain('评价依据：HJ 633-2026、GB 3095-2026（过渡阶段）');
  expect(textOf('BUSY')).not.toContain('GB 3838');
  expect(textOf('WATER')).toContain('评价依据：GB 3838-2002');
  expect(textOf('WATER')).not.toContain('HJ 633');
  expect(textOf('WATER')).toContain('水质类别 Ⅱ类');
});

test('names that Excel takes for one another, or refuses, become tabs of their own', async () => {
  const name = '[北京] 海淀区/中关村 空气质量自动监测国家控制站点一二三四五六';
  const same = [await network.makeSite(`${name}甲`), await network.makeSite(`${name}乙`)];
  await network.store(same.flatMap((site) => network.wholeDay(site, '2026-07-01', clean)));
  const tabs = (await book({ ...question('sheets'), site_ids: same })).map((sheet) => sheet.name);
  expect(new Set(tabs).size).toBe(2);
  expect(tabs.every((tab) => tab.length <= 31 && !/[[\]/]/.test(tab))).toBe(true);
});

test('virtual data are filed where they are named, and marked on every sheet', async () => {
  const site = await network.makeSite('UNREAL', { virtual: true });
  await network.store(network.wholeDay(site, '2026-07-01', clean));
  const note = '虚拟数据：标有此字样的站点，其数值是模拟值，不是实测值。';
  const [sheet, real] = await book({ ...question('sheets'), site_ids: [site, calm] });
  const [made, measured] = sheet?.name.startsWith('UNREAL') ? [sheet, real] : [real, sheet];
  expect(made?.name).toBe('UNREAL（虚拟数据）');
  expect(made?.rows[0]?.[0]).toBe('UNREAL（虚拟数据） 日报表 2026-07-01');
  expect(made?.rows.flat()).toContain(note);
  expect(measured?.rows.flat()).not.toContain(note);
  const compared = await book({ ...question('compare'), site_ids: [site, calm] }, 'en');
  for (const { rows } of compared) expect(rows.flat()).toContain('UNREAL (simulated)');
});

test('a period in which nothing came is refused at once, and no file is made of it', async () => {
  for (const kind of ['day', 'week', 'month', 'year']) {
    const empty = { ...question('sheets', kind), date: '2019-07-01' };
    await expect(exportedForm(admin, 'report', 'xlsx', empty)).rejects.toMatchObject({
      fault: 'no_data',
      message: expect.stringContaining('没有数据，无法导出'),
    });
  }
});

test('sites that one may not see are not filed', async () => {
  const operator = await app.login('operator');
  const query = { ...question('sheets'), site_ids: [calm] };
  await expect(exportedForm(operator, 'report', 'xlsx', query)).rejects.toMatchObject({
    fault: 'no_authority',
  });
});
