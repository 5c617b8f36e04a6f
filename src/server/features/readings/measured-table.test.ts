import { parseCsv } from 'hucre';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
const site: Record<'air' | 'water', number> = { air: 0, water: 0 };
const factor: Record<string, number> = {};
const span = { from: '2026-11-15T00:00:00+08:00', to: '2026-11-16T00:00:00+08:00' };
const at = (clock: string) => new Date(`2026-11-15T${clock}:00+08:00`);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  for (const type of ['air', 'water'] as const) {
    const row = await app.db.one<{ site_id: number }>(sql`
      insert into site (mn, site_name, site_type) values (${type}, ${`${type} 站`}, ${type}) returning site_id`);
    site[type] = row?.site_id ?? 0;
  }
  const rows = await app.db.rows<{ component_id: number; component_key: string }>(
    sql`select component_id, component_key from component where component_key in ('pm25', 'so2')`,
  );
  for (const { component_id, component_key } of rows) factor[component_key] = component_id;
});

async function write(row: Partial<ReadingRow> & Pick<ReadingRow, 'data_type' | 'ts' | 'avg'>) {
  const fids = [factor.pm25 ?? 0].slice(0, row.avg.length);
  const readings = [site.air, site.water].map((site_id) => ({ site_id, fids, origin: 'l' as const, ...row }));
  await app.app.series.append({ readings, packets: [] });
}

interface Wanted {
  data_type: string;
  site_id?: number;
  columns?: string[];
  language?: 'zh' | 'en';
}

const start = ({ data_type, site_id = site.air, columns = [String(factor.pm25)], language }: Wanted) =>
  admin.send(jobs.startExport, {
    listing: 'measured',
    format: 'csv',
    columns,
    language,
    query: { site_id, data_type, ...span },
  });

async function exported(wanted: Wanted) {
  const { job_id } = await start(wanted);
  const state = async () => (await admin.send(jobs.list, { job_id })).data_info[0]?.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  const { url } = await admin.send(jobs.download, { job_id });
  return parseCsv(await (await admin.download(url)).text(), { delimiter: ',' });
}

test('values come with their flags, newest first, decimals cut, the factors as they were chosen', async () => {
  await write({ data_type: 'minute', ts: at('08:00'), avg: [35.59] });
  await write({ data_type: 'minute', ts: at('08:01'), avg: [36], flags: ['D'] });
  const columns = [String(factor.so2), String(factor.pm25)];
  expect(await exported({ data_type: 'minute', columns })).toEqual([
    ['时间', '二氧化硫 SO₂ (µg/m³)', '二氧化硫 SO₂ 标记', '细颗粒物 PM₂.₅ (µg/m³)', '细颗粒物 PM₂.₅ 标记'],
    ['2026-11-15 08:01', '', '', '36.0', 'D'],
    ['2026-11-15 08:00', '', '', '35.5', ''],
  ]);
});

test('hours say how much of them is valid, and are called by the custom of their medium', async () => {
  await write({ data_type: 'hour', ts: at('23:00'), avg: [40] });
  await app.rollUp(new Date('2026-11-16T01:00:00+08:00'));
  const air = await exported({ data_type: 'hour' });
  expect(air).toEqual([
    ['时间（小时结束）', '细颗粒物 PM₂.₅ (µg/m³)', '细颗粒物 PM₂.₅ 标记', '细颗粒物 PM₂.₅ 有效率 %'],
    ['2026-11-15 24:00', '40.0', '', '100'],
    ['2026-11-15 09:00', '35.5', '', '1.6'],
  ]);
  const water = await exported({ data_type: 'hour', site_id: site.water, language: 'en' });
  expect(water[0]?.[0]).toBe('Time (start of the hour)');
  expect(water[1]?.[0]).toBe('2026-11-15 23:00');
});

test('more than one batch is written whole', async () => {
  const readings = Array.from({ length: 2500 }, (_, i) => ({
    site_id: site.air,
    data_type: 'realtime' as const,
    ts: new Date(at('00:00').getTime() + i * 1000),
    fids: [factor.pm25 ?? 0],
    avg: [i],
    origin: 'l' as const,
  }));
  await app.app.series.append({ readings, packets: [] });
  const rows = await exported({ data_type: 'realtime' });
  expect(rows).toHaveLength(2501);
  expect(rows.slice(1).map(([, value]) => Number(value))).toEqual(
    readings.map(({ avg: [i] }) => i).reverse(),
  );
});

test('what is empty, unknown or out of sight is refused at once', async () => {
  await expect(start({ data_type: 'month' })).rejects.toMatchObject({
    envelope: { code: 10, detail: 'export_empty' },
  });
  await expect(start({ data_type: 'minute', columns: ['999'] })).rejects.toMatchObject({
    fault: 'parameter_error',
  });
  const limited = await app.login((await makeUser(app.db, 2)).account);
  await expect(
    limited.send(jobs.startExport, {
      listing: 'measured',
      format: 'csv',
      columns: [String(factor.pm25)],
      query: { site_id: site.air, data_type: 'minute', ...span },
    }),
  ).rejects.toMatchObject({ fault: 'no_authority' });
});

test('of a site with virtual data the lines that were made up say so', async () => {
  await app.db.run(sql`update site set virtual_data = true where site_id = ${site.water}`);
  const ts = new Date(Date.parse(span.from) + 90_000 * 60);
  const row = { site_id: site.water ?? 0, data_type: 'minute', fids: [factor.pm25 ?? 0], avg: [7] } as const;
  const minute = { ...row, fids: [...row.fids], avg: [...row.avg] };
  await app.app.series.append({ readings: [{ ...minute, ts, origin: 'l' }], packets: [] });
  const next = new Date(ts.getTime() + 60_000);
  await app.app.series.simulate([{ ...minute, ts: next, origin: 'v' }], app.clock.now);
  const [headings, ...lines] = await exported({ data_type: 'minute', site_id: site.water, language: 'en' });
  expect(headings?.at(-1)).toBe('Virtual data');
  const [newest, measured] = lines.filter(([, value]) => value === '7.0');
  expect([newest?.at(-1), measured?.at(-1)]).toEqual(['Simulated', '']);
});
