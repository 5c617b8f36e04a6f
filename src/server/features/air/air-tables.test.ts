import { parseCsv, readXlsx } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { type AirNetwork, airNetwork, clean, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm } from '#test/helpers/export.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
});

const exported = (listing: string, format: 'xlsx' | 'csv', query: object, language: 'zh' | 'en' = 'zh') =>
  exportedForm(admin, listing, format, query, language);

test('the index form is filed with merged headings, its marks, and notes that name the editions', async () => {
  const site = await network.makeSite('FILED', { measures: ['so2', 'no2', 'o3', 'pm10', 'pm25'] });
  const { co: _, ...values } = clean;
  await network.store([
    ...network.wholeDay(site, '2026-02-28', { ...values, pm25: 75 }),
    ...network.wholeDay(site, '2026-03-01', { ...values, pm25: 75 }),
    ...network.wholeDay(site, '2026-03-02', values, 10),
  ]);
  const query = { site_ids: [site], period: 'day', ...spanOf('2026-02-28', '2026-03-03') };
  const { sheets } = await readXlsx(await exported('airIndex', 'xlsx', query));
  const [sheet] = sheets;
  expect(sheet?.rows[0]?.[0]).toBe('空气指数报表 日报');
  expect(sheet?.rows[1]?.[2]).toBe('污染物浓度及空气质量分指数（IAQI）');
  expect(sheet?.rows[2]?.slice(2, 4)).toEqual(['SO₂ 24 小时平均', null]);
  expect(sheet?.rows[3]?.slice(2, 4)).toEqual(['浓度 (µg/m³)', '分指数']);
  expect(sheet?.merges).toContainEqual({ startRow: 2, startCol: 2, endRow: 2, endCol: 3 });
  const lines = sheet?.rows.slice(4) ?? [];
  expect(lines[0]?.slice(0, 2)).toEqual(['2026-02-28', 'FILED']);
  expect(lines[0]?.slice(-5)).toEqual([100, 'PM₂.₅', '二级', '良', '黄色']);
  expect(lines[1]?.slice(-5)).toEqual([114, 'PM₂.₅', '三级', '轻度污染', '橙色']);
  expect(lines[2]?.slice(-5)).toEqual(['NA', 'NA', 'NA', 'NA', 'NA']);
  // The site does not measure CO; the highest hour of ozone exists only in HJ 633-2012.
  expect(lines[1]?.slice(6, 10)).toEqual(['/', '/', null, null]);
  expect(lines[3]?.[0]).toBe('评价依据：HJ 633-2012（2026-03-01 前）与 HJ 633-2026（2026-03-01 起）');
  expect(lines[4]?.[0]).toContain('NA：');
});

test('as plain lines each column bears its whole heading; hours are named by their end', async () => {
  const site = await network.makeSite('LINES');
  await network.store(network.wholeDay(site, '2026-07-01', clean));
  const query = { site_ids: [site], period: 'hour', ...spanOf('2026-07-01', '2026-07-02') };
  const text = new TextDecoder().decode(await exported('airIndex', 'csv', query, 'en'));
  const [headings, ...lines] = parseCsv(text, { delimiter: ',' });
  expect(headings?.[2]).toBe(
    'Concentrations and individual air quality indices (IAQI) SO₂ 1 h mean Conc. (µg/m³)',
  );
  expect(lines).toHaveLength(24);
  expect(lines[23]?.slice(0, 4)).toEqual(['2026-07-01 24:00', 'LINES', '10', '4']);
});

test('virtual data are filed where they are named, and marked', async () => {
  const site = await network.makeSite('VIRTUAL', { virtual: true });
  await network.store(network.wholeDay(site, '2026-07-01', clean));
  const query = { site_ids: [site], period: 'day', ...spanOf('2026-07-01', '2026-07-02') };
  const { sheets } = await readXlsx(await exported('airIndex', 'xlsx', query));
  const cells = sheets[0]?.rows.flat() ?? [];
  expect(cells).toContain('VIRTUAL（虚拟数据）');
  expect(cells).toContain('虚拟数据：标有此字样的站点，其数值是模拟值，不是实测值。');
  const rates = await readXlsx(await exported('goodRate', 'xlsx', query, 'en'));
  expect(rates.sheets[0]?.rows.flat()).toContain('VIRTUAL (simulated)');
  const all = await readXlsx(await exported('goodRate', 'xlsx', spanOf('2026-07-01', '2026-07-02'), 'en'));
  expect(JSON.stringify(all.sheets[0]?.rows)).not.toContain('VIRTUAL');
});

test('good rates are filed by rank, with the days of each level and the change in points', async () => {
  const [fine, dusty] = [await network.makeSite('RATE-FINE'), await network.makeSite('RATE-DUSTY')];
  await network.store([
    ...network.wholeDay(dusty, '2026-08-01', { ...clean, pm25: 70 }),
    ...network.wholeDay(dusty, '2025-08-01', clean),
    ...network.wholeDay(fine, '2026-08-01', clean),
  ]);
  const query = { site_ids: [dusty, fine], ...spanOf('2026-08-01', '2026-08-02') };
  const { sheets } = await readXlsx(await exported('goodRate', 'xlsx', query));
  const lines = sheets[0]?.rows.slice(3) ?? [];
  expect(lines[0]?.slice(0, 13)).toEqual([1, 'RATE-FINE', 1, 0, 0, 0, 0, 0, 1, 0, 100, null, null]);
  expect(lines[1]?.slice(0, 13)).toEqual([2, 'RATE-DUSTY', 0, 0, 1, 0, 0, 0, 1, 0, 0, 100, -100]);
  expect(lines[0]?.[15]).toBeTypeOf('number');
  expect(lines[2]?.[0]).toBe('统计时段：2026-08-01 至 2026-08-01');
  // A month of one day.
  const month = { site_ids: [fine], ...spanOf('2026-08-01', '2026-09-01') };
  const filed = await readXlsx(await exported('goodRate', 'xlsx', month));
  const [line] = filed.sheets[0]?.rows.slice(3) ?? [];
  expect(line?.[15]).toBe(`${Number(lines[0]?.[15]).toFixed(2)}*`);
  // Too few valid days for a rank.
  expect(line?.[0]).toBe('不排名（有效 1/31 天）');
});

test('across the change of rules last year is filed by this year’s rules too, and named so', async () => {
  const site = await network.makeSite('BOTH-RULES');
  await network.store([
    // PM2.5 of 70 is good under the rules of 2012 and polluted under those of 2026.
    ...network.wholeDay(site, '2025-08-01', { ...clean, pm25: 70 }),
    ...network.wholeDay(site, '2026-08-01', clean),
    ...network.wholeDay(site, '2025-01-01', clean),
  ]);
  const filed = async (day: string, next: string) => {
    const query = { site_ids: [site], ...spanOf(day, next) };
    return (await readXlsx(await exported('goodRate', 'xlsx', query, 'en'))).sheets[0]?.rows ?? [];
  };
  const rows = await filed('2026-08-01', '2026-08-02');
  expect(rows.flat()).toEqual(
    expect.arrayContaining(['Last year, current rules (%)', 'Change, current rules (points)']),
  );
  expect(rows[3]?.slice(10, 15)).toEqual([100, 100, 0, 0, 100]);
  expect(rows.flat().some((cell) => String(cell).includes('(HJ 633-2026)'))).toBe(true);
  // If both years have the same rules, there is no separate column.
  expect((await filed('2025-01-01', '2025-01-02')).flat()).not.toContain('Last year, current rules (%)');
});

test('a day that is not over is marked in the form', async () => {
  const site = await network.makeSite('RUNNING');
  await network.store(network.wholeDay(site, '2026-11-15', clean, 10));
  const query = { site_ids: [site], period: 'day', ...spanOf('2026-11-15', '2026-11-16') };
  const cells = (await readXlsx(await exported('airIndex', 'xlsx', query))).sheets[0]?.rows.flat() ?? [];
  expect(cells).toContain('2026-11-15 未结束');
  expect(cells).toContain('“未结束”：该时段还没有结束，数值可能变化');
});
