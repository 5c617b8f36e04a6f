import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { type Report, reports } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { factorIds } from '#test/helpers/factors.ts';

let app: TestApp;
let admin: Client;
let fids: Record<string, number>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  fids = await factorIds(app.db);
});

interface Making {
  site_type?: 'air' | 'water';
  target?: number;
  interval?: number;
}

async function makeSite(
  mn: string,
  { site_type = 'air', target, interval = 60 }: Making = {},
): Promise<number> {
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, site_type, water_quality_type, water_pollution_level, interval_seconds)
    values (${mn}, ${mn}, (select min(agreement_id) from agreement), ${site_type},
            ${site_type === 'water' ? 'river' : null}, ${target ?? null}, ${interval}) returning site_id`);
  return site?.site_id ?? 0;
}

type Values = Readonly<Record<string, number>>;

const at = (time: string) => new Date(`${time}+08:00`);

async function store(site_id: number, hours: readonly { ts: Date; values: Values; flag?: string }[]) {
  const readings = hours.map(({ ts, values, flag }): ReadingRow => {
    const known = Object.entries(values)
      .map(([key, value]) => ({ fid: fids[key] ?? 0, value }))
      .sort((a, b) => a.fid - b.fid);
    return {
      ...{ site_id, ts, data_type: 'hour', origin: 'l' },
      fids: known.map(({ fid }) => fid),
      avg: known.map(({ value }) => value),
      ...(flag ? { flags: known.map(() => flag) } : {}),
    };
  });
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
}

const dayOf = (day: string, of: (hour: number) => Values, hours = 24) =>
  Array.from({ length: hours }, (_, hour) => ({
    ts: new Date(at(`${day}T00:00:00`).getTime() + hour * HOUR_MS),
    values: of(hour),
  }));

async function ask(kind: ReportKind, site_id: number, date: string) {
  const report: Report = await admin.send(reports[kind], { site_ids: [site_id], date });
  const [site] = report.sites;
  if (!site) throw new Error('a report without its site');
  const of = (key: string) => site.component_ids.indexOf(fids[key] ?? -1);
  return { report, site, summary: (key: string) => site.summary[of(key)], of };
}

const clean = { so2: 10, no2: 20, co: 0.5, o3: 60, pm10: 40, pm25: 20 };

describe('a day of air', () => {
  test('has its 24 hours, each with its index, and what is over the limit of an hour', async () => {
    const id = await makeSite('DAY');
    await store(
      id,
      dayOf('2026-07-01', (hour) => ({ ...clean, no2: hour === 8 ? 201 : 20 })),
    );
    const { report, site, summary, of } = await ask('day', id, '2026-07-01');
    expect(site.lines).toHaveLength(24);
    expect(report).toMatchObject({ aqi_editions: ['2026'], limit_editions: ['2026'] });
    expect(site.lines[8]).toMatchObject({ aqi: 101, level: 3, primary: ['no2'] });
    expect(site.lines[8]?.over[of('no2')]).toBe(true);
    expect(site.lines[9]).toMatchObject({ aqi: 40, level: 1, primary: [] });
    expect(summary('no2')).toEqual({
      ...{
        // 27.54, rounded as in the standard.
        mean: 28,
        max: 201,
        min: 20,
        valid: 24,
        expected: 24,
        over: 1,
        usable: true,
      },
    });
    // Particles have no hourly limit.
    expect([summary('so2')?.over, summary('pm25')?.over]).toEqual([0, null]);
    expect(site).toMatchObject({ valid_days: null, good_days: null, water_class: null });
    expect(site.day).toEqual({ aqi: 40, level: 1, primary: [], running: false });
  });

  test('leaves out what does not count, shows it, and says when the mean may not be used', async () => {
    const id = await makeSite('FLAGS');
    const hours = dayOf('2026-07-01', () => ({ pm25: 30 }), 19);
    await store(id, hours);
    await store(id, [{ ts: at('2026-07-01T20:00:00'), values: { pm25: 500 }, flag: 'D' }]);
    const { site, summary, of } = await ask('day', id, '2026-07-01');
    const line = site.lines[20];
    expect([line?.values[of('pm25')], line?.valid[of('pm25')], line?.over[of('pm25')]]).toEqual([
      500,
      false,
      false,
    ]);
    expect(summary('pm25')).toMatchObject({ mean: 30, max: 30, valid: 19, expected: 24, usable: false });
    expect(site.day).toEqual({ aqi: null, level: null, primary: [], running: false });
  });

  test('is expected only as far as it has passed', async () => {
    const id = await makeSite('TODAY');
    await store(
      id,
      dayOf('2026-11-15', () => ({ pm25: 30 }), 10),
    );
    // The test clock is at 10:00.
    expect((await ask('day', id, '2026-11-15')).summary('pm25')).toMatchObject({
      valid: 10,
      expected: 10,
      usable: false,
    });
    expect((await ask('day', id, '2026-11-15')).site.day).toMatchObject({ running: true });
    const { lines } = (await ask('month', id, '2026-11-15')).site;
    expect(lines.flatMap(({ running }, at) => (running ? [at + 1] : []))).toEqual([15]);
  });
});

test('a week and a month are made of days, with their indices and the highest 8 hours of ozone', async () => {
  const id = await makeSite('WEEK');
  await store(id, [
    ...dayOf('2026-07-06', () => clean),
    ...dayOf('2026-07-07', () => ({ ...clean, pm25: 61 })),
    ...dayOf('2026-07-08', (hour) => ({ ...clean, o3: hour < 8 ? 200 : 20 })),
    ...dayOf('2026-07-09', () => clean, 12),
  ]);
  const week = await ask('week', id, '2026-07-12');
  expect(week.site.lines.map(({ aqi }) => aqi)).toEqual([40, 101, 137, null, null, null, null]);
  expect(week.site).toMatchObject({ valid_days: 3, good_days: 1 });
  expect(week.summary('pm25')).toMatchObject({
    // 33.67, rounded as in the standard.
    mean: 34,
    valid: 3,
    expected: 7,
    over: 1,
    usable: null,
  });
  expect(week.summary('o3_8h')).toMatchObject({ max: 200, over: 1 });
  const month = await ask('month', id, '2026-07-31');
  expect(month.site.lines).toHaveLength(31);
  expect(month.summary('pm25')).toMatchObject({ valid: 3, expected: 31, usable: false });
});

test('a year is the mean of its days, and what is over in it are days', async () => {
  const id = await makeSite('YEAR');
  await store(id, [
    ...dayOf('2025-01-01', () => ({ pm25: 90 })),
    ...dayOf('2025-02-01', () => ({ pm25: 10 })),
    ...dayOf('2025-02-02', () => ({ pm25: 20 })),
  ]);
  const { site, summary, report } = await ask('year', id, '2025-06-01');
  expect(site.lines).toHaveLength(12);
  expect(site.lines.slice(0, 3).map(({ values }) => values[0])).toEqual([90, 15, null]);
  expect(summary('pm25')).toMatchObject({ mean: 40, valid: 3, expected: 365, over: 1, usable: false });
  expect(report.aqi_editions).toEqual(['2012']);
  expect((await ask('year', id, '2026-06-01')).report).toMatchObject({ aqi_editions: ['2012', '2026'] });
});

test('water has a class by its worst item, and is held against the class it is meant to have', async () => {
  const id = await makeSite('RIVER', { site_type: 'water', target: 2, interval: 14_400 });
  const good = { ph: 7.5, dissolved_oxygen: 8, codmn: 2, nh3n: 0.1, tp: 0.02 };
  const times = [0, 4, 8, 12, 16, 20].map((hour) => ({
    ts: new Date(at('2026-07-01T00:00:00').getTime() + hour * HOUR_MS),
    values: { ...good, nh3n: hour === 8 ? 1.2 : 0.1 },
  }));
  await store(id, times);
  const { site, summary, of } = await ask('day', id, '2026-07-01');
  expect(site.lines[8]).toMatchObject({ water_class: 4, main: ['nh3n'], aqi: null });
  expect(site.lines[8]?.over[of('nh3n')]).toBe(true);
  expect(site.lines[12]).toMatchObject({ water_class: 1, main: [] });
  expect(summary('nh3n')).toMatchObject({ valid: 6, expected: 6, over: 1, usable: true });
  // The mean of five times 0.1 and once 1.2 is 0.283: class II.
  expect(site.water_class).toBe(2);
});

test('an item of water that is analysed every four hours is due six times a day beside what comes every hour', async () => {
  const id = await makeSite('STREAM', { site_type: 'water', interval: 3600 });
  await app.db.run(sql`
    insert into device_factor (site_id, component_id, interval_seconds) values (${id}, ${fids.nh3n}, 14400)`);
  await store(
    id,
    dayOf('2026-07-01', (hour) => ({ ph: 7.5, ...(hour % 4 === 0 ? { nh3n: 0.1 } : {}) })),
  );
  const { summary } = await ask('day', id, '2026-07-01');
  expect(summary('ph')).toMatchObject({ valid: 24, expected: 24, usable: true });
  expect(summary('nh3n')).toMatchObject({ valid: 6, expected: 6, usable: true });
  const month = await ask('month', id, '2026-07-01');
  expect(month.site.lines[0]?.valid).toEqual([true, true]);
});

test('a figure of water is rounded to its decimals before it is judged', async () => {
  const id = await makeSite('BROOK', { site_type: 'water', target: 3, interval: 14_400 });
  const hour = (at: Date, hours: number, tp: number) => ({
    ts: new Date(at.getTime() + hours * HOUR_MS),
    values: { ph: 7.1, dissolved_oxygen: 8, codmn: 1.9, nh3n: 0.1, tp },
  });
  const start = at('2026-07-02T00:00:00');
  await store(
    id,
    [0, 4, 8, 12, 16, 20].map((hours) => hour(start, hours, hours === 8 ? 0.2001 : 0.2)),
  );
  const { site, summary, of } = await ask('day', id, '2026-07-02');
  expect(summary('tp')).toMatchObject({ mean: 0.2, over: 0 });
  expect(summary('codmn')).toMatchObject({ mean: 1.9 });
  expect(site.lines[8]).toMatchObject({ water_class: 3, main: [] });
  expect(site.lines[8]?.values[of('tp')]).toBe(0.2);
  expect(site.water_class).toBe(3);
  expect((await ask('month', id, '2026-07-02')).site).toMatchObject({ water_class: 3 });
});

test('sites stand in the order of their names; one that is out of sight is refused', async () => {
  const [b, a] = [await makeSite('乙站'), await makeSite('甲站')];
  const { sites } = await admin.send(reports.day, { site_ids: [b, a], date: '2026-07-01' });
  expect(sites.map(({ site_name }) => site_name)).toEqual(['甲站', '乙站']);
  const learner = await app.login('operator');
  await expect(learner.send(reports.day, { site_ids: [a], date: '2026-07-01' })).rejects.toMatchObject({
    fault: 'no_authority',
  });
});

test.each(['2026-02-30', '0001-01-01', '9999-12-31'])('there is no report of %s', async (date) => {
  const asked = admin.send(reports.week, { site_ids: [await makeSite(`ODD ${date}`)], date });
  await expect(asked).rejects.toMatchObject({ fault: 'parameter_error' });
});
