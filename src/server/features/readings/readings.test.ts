import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { countsAt, type MeasuredType, readings } from '#shared/contract/readings/readings.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { products } from '#shared/contract/site-config/products.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let site_id = 0;
const factor: Record<string, number> = {};
const span = { from: '2026-11-15T00:00:00+08:00', to: '2026-11-16T00:00:00+08:00' };
const at = (clock: string) => new Date(`2026-11-15T${clock}:00+08:00`);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  const site = await app.db.one<{ site_id: number }>(
    sql`insert into site (mn, site_name) values ('M1', '一号站') returning site_id`,
  );
  site_id = site?.site_id ?? 0;
  const rows = await app.db.rows<{ component_id: number; component_key: string }>(
    sql`select component_id, component_key from component where component_key in ('pm25', 'pm10', 'so2')`,
  );
  for (const { component_id, component_key } of rows) factor[component_key] = component_id;
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, sort, decimals)
    values (${site_id}, ${factor.so2}, 1, 3), (${site_id}, ${factor.pm25}, 2, null)`);
  await write('08:00', { pm25: 35.5, pm10: 80 });
  await write('08:01', { pm25: 36, so2: 7 }, { pm25: 'D' });
  await write('08:02', { so2: 8 });
});

async function write(
  clock: string,
  values: Record<string, number>,
  flags: Record<string, string> = {},
  data_type: ReadingRow['data_type'] = 'minute',
) {
  const keys = Object.keys(values).sort((a, b) => (factor[a] ?? 0) - (factor[b] ?? 0));
  const reading: ReadingRow = {
    site_id,
    data_type,
    ts: at(clock),
    fids: keys.map((key) => factor[key] ?? 0),
    avg: keys.map((key) => values[key] ?? null),
    flags: keys.map((key) => flags[key] ?? ''),
    origin: 'l',
  };
  await app.app.series.append({ readings: [reading], packets: [] });
}

test('values stand under their factors, newest first, the factors in the order of the site', async () => {
  const { factors, data_info, total } = await admin.send(readings.ofSite, {
    site_id,
    data_type: 'minute',
    ...span,
  });
  expect(factors.map(({ component_id, decimals }) => [component_id, decimals])).toEqual([
    [factor.so2, 3],
    [factor.pm25, 1],
    [factor.pm10, 1],
  ]);
  expect(data_info.map(({ values }) => values)).toEqual([
    [8, null, null],
    [7, 36, null],
    [null, 35.5, 80],
  ]);
  expect(total).toBe(3);
});

test('a value says by its flag whether it counts', async () => {
  const { data_info } = await admin.send(readings.ofSite, { site_id, data_type: 'minute', ...span });
  expect(data_info[1]).toMatchObject({
    flags: ['', 'D', ''],
    counts: [true, false, false],
    origins: 'll-',
  });
});

test('a product line may let more flags count, in what is shown as in what is summed', async () => {
  const { product_id } = await admin.send(products.add, { product_name: '在线仪器', counting_flags: ['D'] });
  const other = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, product_id) values ('M2', '二号站', ${product_id}) returning site_id`);
  const site_id = other?.site_id ?? 0;
  const minute = { site_id, data_type: 'minute' as const, fids: [factor.pm25 ?? 0], origin: 'l' as const };
  await app.app.series.append({
    readings: [
      { ...minute, ts: at('02:00'), avg: [12], flags: ['D'] },
      { ...minute, ts: at('02:01'), avg: [14], flags: ['C'] },
    ],
    packets: [],
  });
  await app.rollUp();
  const ask = async (data_type: MeasuredType) => {
    const { data_info } = await admin.send(readings.ofSite, { site_id, data_type, ...span });
    return data_info.map((row) => [row.values[0], countsAt(row, 0), row.valid?.[0]]);
  };
  expect(await ask('minute')).toEqual([
    [14, false, undefined],
    [12, true, undefined],
  ]);
  expect(await ask('hour')).toEqual([[12, false, 1]]);
});

test('the next page goes on where the first one ended', async () => {
  const ask = async (page_index: number) => {
    const paged = { site_id, data_type: 'minute' as const, ...span, page_index, page_size: 2 };
    const { data_info, total } = await admin.send(readings.ofSite, paged);
    return [data_info.map(({ ts }) => ts), total];
  };
  expect(await ask(1)).toEqual([[at('08:02').toISOString(), at('08:01').toISOString()], 3]);
  expect(await ask(2)).toEqual([[at('08:00').toISOString()], 3]);
});

test('of an hour the value that holds is told, with its source, and whether enough came', async () => {
  await write('05:00', { pm25: 40 }, {}, 'hour');
  await app.rollUp();
  const { data_info, factors } = await admin.send(readings.ofSite, { site_id, data_type: 'hour', ...span });
  const place = factors.findIndex(({ component_id }) => component_id === factor.pm25);
  const hours = data_info.map((row) => [row.ts, row.values[place], row.origins[place], countsAt(row, place)]);
  expect(hours).toEqual([
    [at('08:00').toISOString(), 35.5, 'n', false],
    [at('05:00').toISOString(), 40, 'd', true],
  ]);
});

test('hours, days and months say what they rest on; values as they were sent do not', async () => {
  await write('05:00', { pm25: 40 }, {}, 'hour');
  await app.rollUp();
  const newest = async (data_type: MeasuredType) => {
    const { data_info, factors } = await admin.send(readings.ofSite, {
      site_id,
      data_type,
      from: '2026-11-01T00:00:00+08:00',
      to: '2026-12-01T00:00:00+08:00',
    });
    const place = factors.findIndex(({ component_id }) => component_id === factor.pm25);
    const [row] = data_info;
    return [row?.ts, row?.origins[place], row?.n?.[place], row?.valid?.[place], row?.expected?.[place]];
  };
  expect(await newest('minute')).toEqual([at('08:02').toISOString(), '-', undefined, undefined, undefined]);
  expect(await newest('hour')).toEqual([at('08:00').toISOString(), 'n', 2, 1, 60]);
  expect(await newest('day')).toEqual([at('00:00').toISOString(), 'h', 2, 1, 24]);
  expect(await newest('month')).toEqual(['2026-10-31T16:00:00.000Z', 'y', 1, 0, 30]);
});

test('the newest value of every factor is told, in the order of the site, with its own time', async () => {
  const { data_info } = await admin.send(realtime.data, { mns: ['M1'], data_type: 'minute' });
  expect(data_info[0]).toMatchObject({ site_id, mn: 'M1', ts: at('08:02').toISOString() });
  expect(
    data_info[0]?.values.map(({ component_id, value, flag, ts }) => [component_id, value, flag, ts]),
  ).toEqual([
    [factor.so2, 8, '', at('08:02').toISOString()],
    [factor.pm25, 36, 'D', at('08:01').toISOString()],
    [factor.pm10, 80, '', at('08:00').toISOString()],
  ]);
  expect(data_info[0]?.values[0]).toMatchObject({ formula: 'SO2', decimals: 3 });
  await app.db.run(sql`
    update device_factor set range_max = 5 where site_id = ${site_id} and component_id = ${factor.so2}`);
  const ranged = await admin.send(realtime.data, { mns: ['M1'], data_type: 'minute' });
  const ranges = ranged.data_info[0]?.values.map(({ range_min, range_max }) => [range_min, range_max]);
  expect(ranges?.[0]).toEqual([0, 5]);
  expect(ranges?.[1]).toEqual([0, 1000]);
});

test('a site that never sent has no values, and no time', async () => {
  const { data_info, total } = await admin.send(realtime.data, { mns: ['M1'] });
  expect([total, data_info[0]?.ts, data_info[0]?.values]).toEqual([1, null, []]);
});

test('a site that one may not see, or that is none, is refused', async () => {
  const person = await makeUser(app.db, 2);
  const limited = await app.login(person.account);
  const question = { data_type: 'minute' as const, ...span };
  await expect(limited.send(readings.ofSite, { site_id, ...question })).rejects.toMatchObject({
    fault: 'no_authority',
  });
  await expect(admin.send(readings.ofSite, { site_id: 9999, ...question })).rejects.toMatchObject({
    fault: 'no_data',
  });
});
