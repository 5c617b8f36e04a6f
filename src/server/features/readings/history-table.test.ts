import { parseCsv } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
const site: Record<string, number> = {};
let pm25 = 0;
const span = { from: '2026-11-10T00:00:00+08:00', to: '2026-11-11T00:00:00+08:00' };
const at = (clock: string) => new Date(`2026-11-10T${clock}:00+08:00`);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const factor = await app.db.one<{ component_id: number }>(
    sql`select component_id from component where component_key = 'pm25'`,
  );
  pm25 = factor?.component_id ?? 0;
  for (const [name, type, virtual] of [
    ['air', 'air', false],
    ['water', 'water', false],
    ['virtual', 'air', true],
  ] as const) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, site_type, virtual_data) values (${name}, ${name}, ${type}, ${virtual})
      returning site_id`);
    site[name] = row?.site_id ?? 0;
  }
  const hour = { data_type: 'hour' as const, fids: [pm25], origin: 'l' as const };
  await app.app.series.append({
    readings: Object.values(site).flatMap((site_id) => [
      { ...hour, site_id, ts: at('07:00'), avg: [35.59], min: [20.25], max: [60] },
      { ...hour, site_id, ts: at('23:00'), avg: [40], flags: ['D'] },
    ]),
    packets: [],
  });
  await app.rollUp(new Date('2026-11-11T02:00:00+08:00'));
});

const start = (names: string[], more: { columns?: string[]; query?: object; language?: 'en' } = {}) =>
  admin.send(jobs.startExport, {
    listing: 'history',
    format: 'csv',
    columns: ['avg', ...(more.columns ?? [])],
    language: more.language,
    query: {
      site_ids: names.map((name) => site[name]),
      component_ids: [pm25],
      data_type: 'hour',
      ...span,
      ...more.query,
    },
  });

async function exported(...wanted: Parameters<typeof start>) {
  const { job_id } = await start(...wanted);
  const state = async () => (await admin.send(jobs.list, { job_id })).data_info[0]?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  const { url } = await admin.send(jobs.download, { job_id });
  return parseCsv(await (await admin.download(url)).text(), { delimiter: ',' });
}

test('site by site, each hour called by the custom of its medium, with its flag', async () => {
  expect(await exported(['air', 'water'])).toEqual([
    ['站点', '时间', '细颗粒物 PM₂.₅ (µg/m³)', '细颗粒物 PM₂.₅ 标记'],
    ['air', '2026-11-10 24:00', '40.0', 'D'],
    ['air', '2026-11-10 08:00', '35.5', 'N'],
    ['water', '2026-11-10 23:00', '40.0', 'D'],
    ['water', '2026-11-10 07:00', '35.5', 'N'],
  ]);
});

test('extremes, flags and validity stand beside the values when they are wanted, in the order of the table', async () => {
  const wanted = {
    columns: ['min', 'max', 'flag', 'rate'],
    query: { order: 'asc' },
    language: 'en' as const,
  };
  expect(await exported(['air'], wanted)).toEqual([
    [
      'Site',
      'Time (end of the hour)',
      'PM₂.₅ (µg/m³)',
      'PM₂.₅ Min',
      'PM₂.₅ Max',
      'PM₂.₅ Flag',
      'PM₂.₅ Valid %',
    ],
    ['air', '2026-11-10 08:00', '35.5', '20.2', '60.0', 'N', '100'],
    ['air', '2026-11-10 24:00', '40.0', '', '', 'D', '0'],
  ]);
});

test('a site with virtual data is exported where it is named, and each of its lines says so', async () => {
  const namesIn = (rows: readonly unknown[][]) => new Set(rows.slice(1).map(([name]) => name));
  expect(namesIn(await exported(['air', 'virtual']))).toEqual(new Set(['air', 'virtual（虚拟数据）']));
  expect(namesIn(await exported(['virtual'], { language: 'en' }))).toEqual(new Set(['virtual (simulated)']));
  const all = await exported([], { query: { site_ids: undefined } });
  expect(namesIn(all)).toEqual(new Set(['air', 'water']));
});

test('nothing at all is refused at once', async () => {
  await expect(start(['air'], { query: { data_type: 'minute' } })).rejects.toMatchObject({
    envelope: { detail: 'export_empty' },
  });
});
