import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { history } from '#shared/contract/readings/history.ts';
import { percentile } from '#shared/domain/statistics.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
const site: Record<string, number> = {};
const factor: Record<string, number> = {};
const day = { from: '2026-11-10T00:00:00+08:00', to: '2026-11-11T00:00:00+08:00' };
const start = Date.parse(day.from);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  for (const name of ['one', 'two', 'lenient', 'virtual']) {
    const row = await app.db.one<{ site_id: number }>(
      sql`insert into site (mn, site_name) values (${name}, ${name}) returning site_id`,
    );
    site[name] = row?.site_id ?? 0;
  }
  await app.db.run(sql`update site set virtual_data = true where mn = 'virtual'`);
  await app.db.run(sql`
    with line as (insert into product_line (product_name, counting_flags) values ('宽', '{D}') returning product_id)
    update site set product_id = line.product_id from line where mn = 'lenient'`);
  const rows = await app.db.rows<{ component_id: number; component_key: string }>(
    sql`select component_id, component_key from component
         where component_key in ('pm25', 'so2', 'o3', 'o3_8h', 'wind_direction')`,
  );
  for (const { component_id, component_key } of rows) factor[component_key] = component_id;
});

/** One value a minute, from the start of the day. */
async function writeMinutes(
  site_id: number | undefined,
  fid: number | undefined,
  values: readonly (number | null)[],
  more: (i: number) => Partial<ReadingRow> = () => ({}),
) {
  const readings = values.flatMap((value, i): ReadingRow[] =>
    value === null
      ? []
      : [
          {
            site_id: site_id ?? 0,
            data_type: 'minute',
            ts: new Date(start + i * MINUTE_MS),
            fids: [fid ?? 0],
            avg: [value],
            origin: 'l',
            ...more(i),
          },
        ],
  );
  await app.app.series.append({ readings, packets: [] });
}

const minutes = (name: string, ...keys: string[]) => ({
  site_ids: [site[name] ?? 0],
  component_ids: keys.map((key) => factor[key] ?? 0),
  data_type: 'minute' as const,
  ...day,
});

test('a course keeps the extremes of each stretch, and says that it is one', async () => {
  const wave = Array.from({ length: 1440 }, (_, i) => (i === 700 ? 999.5 : 50 + (i % 10)));
  await writeMinutes(site.one, factor.pm25, wave);
  const { data_info } = await admin.send(history.course, { ...minutes('one', 'pm25'), width: 100 });
  const [course] = data_info;
  expect(course?.times.length).toBeLessThanOrEqual(100);
  expect(course?.reduced).toBe(true);
  // 1,440 minutes in 100 stretches of 14 or 15, each starting one minute after the previous one.
  const pauses = course?.times.slice(1).map((at, i) => at - (course.ends?.[i] ?? 0));
  expect(new Set(pauses)).toEqual(new Set([MINUTE_MS]));
  expect(Math.max(...(course?.lines[0]?.high?.map(Number) ?? []))).toBe(999.5);
  expect(Math.min(...(course?.lines[0]?.low.map(Number) ?? []))).toBe(50);
});

test('of a shorter time every value stands for itself', async () => {
  const hour = { from: day.from, to: '2026-11-10T01:00:00+08:00' };
  const { data_info } = await admin.send(history.course, { ...minutes('one', 'pm25'), ...hour, width: 100 });
  const [course] = data_info;
  expect(course).toMatchObject({ reduced: false });
  expect(course?.times).toEqual(Array.from({ length: 60 }, (_, i) => start + i * MINUTE_MS));
  expect(course?.lines[0]?.high).toBeUndefined();
  expect(course?.ends).toBeUndefined();
  expect(course?.lines[0]?.low.slice(0, 3)).toEqual([50, 51, 52]);
});

test('where nothing came there is nothing, and what does not count is marked', async () => {
  await writeMinutes(site.two, factor.so2, [5, 6, null, null, 7, 8], (i) =>
    i === 4 ? { flags: ['D'] } : {},
  );
  const { data_info } = await admin.send(history.course, { ...minutes('two', 'so2', 'pm25'), width: 2000 });
  expect(data_info[0]?.times.map((at) => (at - start) / MINUTE_MS)).toEqual([0, 1, 4, 5]);
  expect(data_info[0]?.lines).toEqual([
    { component_id: factor.so2, low: [5, 6, 7, 8], doubtful: [2] },
    { component_id: factor.pm25, low: [null, null, null, null], doubtful: [] },
  ]);
});

test('a stretch tells of values that count where it has any', async () => {
  const { data_info } = await admin.send(history.course, { ...minutes('two', 'so2'), width: 10 });
  expect(data_info[0]?.lines[0]).toEqual({ component_id: factor.so2, low: [5], high: [8], doubtful: [] });
});

test('figures are of the values that count, by the flags of each site', async () => {
  await writeMinutes(site.lenient, factor.so2, [5, 6, 7, 8], (i) => (i === 2 ? { flags: ['D'] } : {}));
  const ask = async (name: string) =>
    (await admin.send(history.figures, minutes(name, 'so2', 'pm25'))).data_info;
  expect(await ask('two')).toEqual([
    {
      site_id: site.two,
      component_id: factor.so2,
      count: 4,
      expected: 1440,
      valid: 3,
      mean: 6.333333,
      min: 5,
      max: 8,
      p95: percentile(95, [5, 6, 8]),
    },
  ]);
  expect(await ask('lenient')).toMatchObject([{ count: 4, valid: 4, mean: 6.5 }]);
});

test('figures of minutes leave out what is outside its range, by the range of each site', async () => {
  const ask = async (names: string[]) => {
    const site_ids = names.map((name) => site[name] ?? 0);
    return (await admin.send(history.figures, { ...minutes('two', 'pm25'), site_ids })).data_info;
  };
  // Below zero but within the detection limit; far below zero; above the range.
  const values = [-1.5, -50, 20, 99_999];
  await writeMinutes(site.virtual, factor.pm25, values);
  await writeMinutes(site.lenient, factor.pm25, values);
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, range_min, range_max)
    values (${site.lenient}, ${factor.pm25}, -100, 10)`);
  const usual = { site_id: site.virtual, count: 4, valid: 2, min: 0, max: 20, mean: 10 };
  expect(await ask(['virtual'])).toMatchObject([usual]);
  expect(await ask(['virtual', 'lenient'])).toMatchObject([
    { site_id: site.lenient, count: 4, valid: 2, min: -50, max: -1.5, mean: -25.75 },
    usual,
  ]);
  await app.db.run(sql`delete from device_factor where site_id = ${site.lenient}`);
  for (const id of [site.lenient, site.virtual]) await app.app.series.removeSite(id ?? 0);
});

test('minutes that did not come are missing, by the step of those that came', async () => {
  const ask = async () => (await admin.send(history.figures, minutes('lenient', 'pm25'))).data_info;
  const values = Array.from({ length: 250 }, (_, i) => (i % 10 === 0 ? 20 : null));
  await writeMinutes(
    site.lenient,
    factor.pm25,
    values.slice(0, 25).map(() => 20),
  );
  expect(await ask()).toMatchObject([{ count: 25, valid: 25, expected: 1440 }]);
  await app.app.series.removeSite(site.lenient ?? 0);
  await writeMinutes(site.lenient, factor.pm25, values);
  expect(await ask()).toMatchObject([{ count: 25, valid: 25, expected: 144 }]);
  await app.app.series.removeSite(site.lenient ?? 0);
});

test('figures have no noise of the way they are stored in', async () => {
  const values = [0.29, 0.29, 0.29];
  await writeMinutes(site.lenient, factor.pm25, values);
  const { data_info } = await admin.send(history.figures, minutes('lenient', 'pm25'));
  expect(data_info[0]).toMatchObject({ mean: 0.29, min: 0.29, max: 0.29, p95: 0.29 });
});

test('the percentile is that of the standard, whatever the number of values', async () => {
  for (const length of [1, 2, 20, 21, 22, 100]) {
    const values = Array.from({ length }, (_, i) => ((i * 37) % 101) + 0.5);
    await app.app.series.removeSite(site.lenient ?? 0);
    await writeMinutes(site.lenient, factor.pm25, values);
    const { data_info } = await admin.send(history.figures, minutes('lenient', 'pm25'));
    expect(data_info[0]?.p95).toBeCloseTo(percentile(95, values) ?? 0, 5);
  }
});

test('directions are averaged as vectors and have no extremes', async () => {
  await writeMinutes(site.lenient, factor.wind_direction, [350, 10]);
  const { data_info } = await admin.send(history.figures, minutes('lenient', 'wind_direction'));
  expect(data_info[0]).toMatchObject({ mean: 0, min: null, max: null, p95: null });
});

test('the table holds the sites one beside the other, newest or oldest first, page by page', async () => {
  const question = { ...minutes('two', 'so2'), site_ids: [site.two ?? 0, site.one ?? 0] };
  const ask = async (more: object) => {
    const both = { ...question, component_ids: [factor.so2 ?? 0, factor.pm25 ?? 0], ...more };
    const { data_info, total } = await admin.send(history.table, both);
    return { rows: data_info.map(({ site_id, ts, values }) => [site_id, Date.parse(ts), ...values]), total };
  };
  const oldest = await ask({ order: 'asc', page_size: 4 });
  expect(oldest).toEqual({
    total: 1444,
    rows: [
      [site.one, start, null, 50],
      [site.two, start, 5, null],
      [site.one, start + MINUTE_MS, null, 51],
      [site.two, start + MINUTE_MS, 6, null],
    ],
  });
  expect((await ask({ order: 'asc', page_size: 2, page_index: 2 })).rows).toEqual(oldest.rows.slice(2));
  expect((await ask({ page_size: 1 })).rows[0]?.[1]).toBe(start + 1439 * MINUTE_MS);
});

test('the lowest and highest within each period are told when asked for', async () => {
  await app.app.series.removeSite(site.lenient ?? 0);
  await writeMinutes(site.lenient, factor.pm25, [30], () => ({ min: [20], max: [40] }));
  const ask = async (extremes: boolean) =>
    (await admin.send(history.table, { ...minutes('lenient', 'pm25'), extremes })).data_info[0];
  expect(await ask(true)).toMatchObject({ values: [30], min: [20], max: [40] });
  expect(await ask(false)).not.toHaveProperty('min');
});

test('an hour of too few minutes is doubtful in the course and left out of the figures', async () => {
  await app.rollUp(new Date('2026-11-12T00:00:00+08:00'));
  const hours = { ...minutes('two', 'so2'), data_type: 'hour' as const };
  const { data_info } = await admin.send(history.course, hours);
  expect(data_info[0]?.lines[0]?.doubtful).toEqual([0]);
  expect((await admin.send(history.figures, hours)).data_info).toMatchObject([
    { count: 1, valid: 0, mean: null, p95: null },
  ]);
  const whole = { ...minutes('one', 'pm25'), data_type: 'hour' as const };
  expect((await admin.send(history.figures, whole)).data_info).toMatchObject([{ count: 24, valid: 24 }]);
});

test('virtual data is told of sites that are named, and of no others', async () => {
  await writeMinutes(site.virtual, factor.pm25, [1]);
  const named = await admin.send(history.course, minutes('virtual', 'pm25'));
  expect(named.total).toBe(1);
  const { data_info } = await admin.send(history.course, { ...minutes('one', 'pm25'), site_ids: undefined });
  expect(data_info.map(({ site_id }) => site_id)).not.toContain(site.virtual);
});

test('the factors of sites are those they are set up with, those that came, and what is derived of them', async () => {
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, sort, decimals) values (${site.one}, ${factor.o3}, 1, 3)`);
  const factors = async () => (await admin.send(history.factors, { site_ids: [site.one ?? 0] })).data_info;
  await expect.poll(async () => (await factors())[0]).toMatchObject({ component_id: factor.o3, decimals: 3 });
  expect(
    (await factors()).map(({ formula, code_2017, derivation }) => [formula, code_2017, derivation]),
  ).toEqual(
    expect.arrayContaining([
      ['O3', 'a05024', null],
      [expect.stringContaining('O3'), 'a05024', 'max_8h'],
      ['PM2.5', 'a34004', null],
    ]),
  );
});

test('a factor is shown as the sites asked for show it, with the most decimals, also when that changes', async () => {
  const both = { ...minutes('one', 'so2'), site_ids: [site.one ?? 0, site.two ?? 0] };
  const decimals = async () => (await admin.send(history.table, both)).factors.map((each) => each.decimals);
  const show = (name: string, count: number) =>
    app.db.run(sql`
      insert into device_factor (site_id, component_id, decimals) values (${site[name]}, ${factor.so2}, ${count})
      on conflict (site_id, component_id) do update set decimals = excluded.decimals`);
  const usual = await app.db.one<{ decimals: number }>(
    sql`select decimals from component where component_id = ${factor.so2}`,
  );
  expect(await decimals()).toEqual([usual?.decimals]);
  await show('one', 4);
  await expect.poll(decimals).toEqual([4]);
  await show('two', 5);
  await expect.poll(decimals).toEqual([5]);
  await show('two', 2);
  await expect.poll(decimals).toEqual([4]);
});

test('a factor that was added this moment can be asked for, one that is none cannot', async () => {
  await admin.send(history.table, minutes('one', 'so2'));
  const added = await app.db.one<{ component_id: number }>(sql`
    insert into component (component_key, category, component_name, component_name_en, unit, decimals)
    select 'just_now', category, '刚加的', 'Just now', unit, decimals from component where component_key = 'so2'
    returning component_id`);
  const asked = { ...minutes('one'), component_ids: [added?.component_id ?? 0] };
  expect((await admin.send(history.table, asked)).factors).toMatchObject([{ component_name: '刚加的' }]);
  await expect(admin.send(history.table, { ...asked, component_ids: [30_000] })).rejects.toMatchObject({
    envelope: { code: 400 },
  });
});

test('what can never be answered is refused at once', async () => {
  const ask = (more: object) => admin.send(history.course, { ...minutes('one', 'pm25'), ...more });
  await expect(ask({ from: day.to, to: day.from })).rejects.toMatchObject({ fault: 'start_after_end' });
  await expect(ask({ from: '1990-01-01T00:00:00Z' })).rejects.toMatchObject({
    envelope: { fields: [{ field: 'from', problem: 'range_too_long' }] },
  });
  await expect(
    admin.send(history.table, { ...minutes('one', 'pm25'), component_ids: [30_000] }),
  ).rejects.toMatchObject({ fault: 'parameter_error' });
});

test('of water it is told which class each section is meant to have', async () => {
  const rows = await app.db.rows<{ site_id: number }>(sql`
    insert into site (mn, site_name, site_type, water_quality_type, water_pollution_level)
    values ('lake', '湖', 'water', 'lake', 2), ('section', '断面', 'water', null, null) returning site_id`);
  const [lake = 0, river = 0] = rows.map(({ site_id }) => site_id);
  const { sections } = await admin.send(history.factors, { site_ids: [site.one ?? 0, lake, river] });
  expect(sections).toEqual([
    { site_id: lake, body: 'lake', target: 2 },
    { site_id: river, body: 'river', target: 3 },
  ]);
});
