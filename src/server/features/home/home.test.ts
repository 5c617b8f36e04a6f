import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { air } from '#shared/contract/air/air.ts';
import { home } from '#shared/contract/home/home.ts';
import { pollutants } from '#shared/domain/pollutants.ts';
import { yearBefore } from '#shared/domain/time.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let net: AirNetwork;
/** 10:00 in Shanghai. */
let now: Date;
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  net = await airNetwork(app);
  now = app.clock.now;
});

async function waterSite(mn: string, body: 'river' | 'lake'): Promise<number> {
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, site_type, water_quality_type, agreement_id)
    values (${mn}, ${mn}, 'water', ${body}, (select min(agreement_id) from agreement)) returning site_id`);
  return site?.site_id ?? 0;
}

async function fidOf(key: string): Promise<number> {
  const row = await app.db.one<{ fid: number }>(
    sql`select component_id as fid from component where component_key = ${key}`,
  );
  return row?.fid ?? 0;
}

const reading = (site_id: number, fids: number[], avg: number[], more: Partial<ReadingRow>): ReadingRow => ({
  site_id,
  data_type: 'realtime',
  ts: now,
  fids,
  avg,
  origin: 'l',
  ...more,
});

async function newestOf(site_id: number) {
  const { factors, data_info } = await admin.send(home.newest, {});
  const site = data_info.find((one) => one.site_id === site_id);
  const medium = factors.filter(({ code }) => code.startsWith('w') === (site?.values.length !== 6));
  const values = Object.fromEntries(
    medium.flatMap(({ code }, i) => (site?.values[i] == null ? [] : [[code, site.values[i]]])),
  );
  return { ...site, values };
}

/** Level and figure of a site for each hour of the replay. */
async function replayed(site_id: number, code?: string) {
  const answer = await admin.send(home.replay, { to: now.toISOString(), hours: 6, code });
  const levels = Buffer.from(answer.levels, 'base64');
  const figures = Buffer.from(answer.figures, 'base64');
  const place = answer.site_ids.indexOf(site_id);
  return Array.from({ length: answer.hours }, (_, hour) => {
    const at = hour * answer.site_ids.length + place;
    const figure = figures.readUInt16LE(at * 2);
    return [levels[at], figure === 65_535 ? null : figure / 10 ** answer.decimals];
  });
}

describe('the newest values', () => {
  test('are those that count, of the finest data type, and not too old', async () => {
    const site_id = await net.makeSite('NEWEST', { measures: ['pm25', 'pm10', 'o3'] });
    const { pm25 = 0, pm10 = 0, o3 = 0 } = net.fids;
    const [a, b, c] = [pm25, pm10, o3].sort((x, y) => x - y) as [number, number, number];
    await app.app.series.append({
      readings: [
        net.hour(site_id, hoursAgo(1), clean),
        reading(site_id, [c], [99], { ts: hoursAgo(2) }),
        reading(site_id, [a, b], [31, 62], { flags: ['', 'D'] }),
      ],
      packets: [],
    });
    const site = await newestOf(site_id);
    expect(site).toMatchObject({ data_type: 'realtime', ts: now.toISOString() });
    expect(Object.values(site.values)).toEqual([31]);
    expect(site.exempt?.sort()).toEqual(['co', 'no2', 'so2']);
    expect(site.flagged).toEqual([{ component_id: b, flag: 'D' }]);
  });

  test('of water hold for hours', async () => {
    const site_id = await waterSite('POND', 'lake');
    const nh3n = await fidOf('nh3n');
    await app.app.series.append({
      readings: [reading(site_id, [nh3n], [1.2], { ts: hoursAgo(4) })],
      packets: [],
    });
    expect(await newestOf(site_id)).toMatchObject({ body: 'lake', values: { w21003: 1.2 } });
  });
});

describe('the replay', () => {
  test('says of every hour what its report says', async () => {
    const site_id = await net.makeSite('REPLAY');
    const polluted = { ...clean, pm25: 115.5, o3: 201 };
    const { co: _, ...withoutCo } = clean;
    await net.store([
      net.hour(site_id, hoursAgo(6), clean),
      net.hour(site_id, hoursAgo(4), polluted),
      net.hour(site_id, hoursAgo(3), withoutCo),
      net.hour(site_id, hoursAgo(1), { ...withoutCo, pm25: 160 }),
    ]);
    const { data_info } = await admin.send(air.index, {
      site_ids: [site_id],
      period: 'hour',
      from: hoursAgo(6).toISOString(),
      to: now.toISOString(),
    });
    const told = new Map(data_info.map(({ ts, level, aqi }) => [ts, [level ?? 0, aqi]]));
    const expected = [6, 5, 4, 3, 2, 1].map((ago) => told.get(hoursAgo(ago).toISOString()) ?? [0, null]);
    expect(expected.map(([level]) => level)).toEqual([1, 0, 4, 0, 0, 5]);
    expect(await replayed(site_id)).toEqual(expected);
  });

  test('of one factor tells its concentration and the level of its own index', async () => {
    const site_id = await net.makeSite('ONE');
    await net.store([net.hour(site_id, hoursAgo(2), { co: 10.06, pm25: 61 })]);
    expect((await replayed(site_id, 'a34004'))[4]).toEqual([3, 61]);
    expect((await replayed(site_id, 'a21005'))[4]).toEqual([3, 10.1]);
  });

  test('of water tells the class of the worst item, each held until its next value is due', async () => {
    const river = await waterSite('RIVER', 'river');
    const lake = await waterSite('LAKE', 'lake');
    const fids = [await fidOf('nh3n'), await fidOf('tp')].sort((a, b) => a - b);
    const hour = (site_id: number) =>
      reading(site_id, fids, [0.3, 0.15], { data_type: 'hour', ts: hoursAgo(7) });
    await net.store([hour(river), hour(lake)]);
    const none = [0, null];
    expect(await replayed(river)).toEqual([[3, 3], [3, 3], [3, 3], none, none, none]);
    expect((await replayed(lake))[0]).toEqual([5, 5]);
    expect((await replayed(river, 'w21003'))[0]).toEqual([2, 0.3]);
  });

  test('of water judges each hour as its report does: rounded to the decimals of its factor', async () => {
    const river = await waterSite('BROOK', 'river');
    const fids = [await fidOf('tp')];
    const hour = (ago: number, tp: number) =>
      reading(river, fids, [tp], { data_type: 'hour', ts: hoursAgo(ago) });
    await net.store([hour(2, 0.2004), hour(1, 0.2006)]);
    expect((await replayed(river)).slice(-2)).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect((await replayed(river, 'w21011')).slice(-2)).toEqual([
      [3, 0.2],
      [4, 0.201],
    ]);
  });

  test('reaches back a week, of factors that are judged', async () => {
    const ask = (ago: number) => admin.send(home.replay, { to: hoursAgo(ago).toISOString() });
    await expect(ask(6 * 24)).resolves.toMatchObject({ hours: 24 });
    await expect(admin.send(home.replay, { to: now.toISOString(), code: 'nothing' })).rejects.toMatchObject({
      fault: 'no_data',
    });
  });

  test('of long ago is for those who may read measurements', async () => {
    const old = { to: new Date(now.getTime() - 30 * 86_400_000).toISOString(), hours: 1 };
    expect((await admin.send(home.replay, old)).hours).toBe(1);
    const learner = await app.login('learner');
    await expect(learner.send(home.replay, old)).rejects.toMatchObject({
      fault: 'parameter_error',
      envelope: { fields: [{ field: 'to' }] },
    });
  });
});

test('a station tells its last 24 hours with their gaps, and the report of the newest', async () => {
  const site_id = await net.makeSite('CARD', { measures: [...pollutants] });
  await net.store([
    net.hour(site_id, hoursAgo(24), clean),
    net.hour(site_id, hoursAgo(1), { ...clean, pm25: 61 }),
  ]);
  const { factors, hour } = await admin.send(home.station, { site_id });
  const fine = factors.data_info.find(({ code }) => code === 'a34004');
  expect(fine?.values).toEqual([20, ...Array.from({ length: 22 }, () => null), 61]);
  expect(fine?.counts.filter(Boolean)).toHaveLength(2);
  expect(hour).toEqual({
    ts: hoursAgo(1).toISOString(),
    aqi: 101,
    level: 3,
    primary: ['pm25'],
    edition: '2026',
  });
});

test('a station is compared with the day and the year before, and with both days as a whole', async () => {
  const site_id = await net.makeSite('COMPARED', { measures: [...pollutants] });
  const yearAgo = (hours: number) => yearBefore(hoursAgo(hours));
  await net.store([
    ...net.wholeDay(site_id, '2025-11-14', { ...clean, pm25: 100 }),
    ...net.wholeDay(site_id, '2026-11-14', clean),
    net.hour(site_id, hoursAgo(1), { ...clean, pm25: 61 }),
    net.hour(site_id, yearAgo(1), { ...clean, pm25: 35 }),
  ]);
  const { factors, spans, days } = await admin.send(home.compare, { site_id });
  const fine = factors.findIndex(({ code }) => code === 'a34004');
  const last = spans.map(({ of, from, lines, aqi }) => [of, from, lines[fine]?.values.at(-1), aqi.at(-1)]);
  expect(last).toEqual([
    ['now', hoursAgo(24).toISOString(), 61, 101],
    ['day_before', hoursAgo(48).toISOString(), 20, 40],
    // HJ 633-2012 assesses particles by the 24-hour mean, and there is only one hour.
    ['year_before', yearAgo(24).toISOString(), 35, null],
  ]);
  expect(days.map(({ of, aqi, grade, primary }) => [of, aqi, grade, primary])).toEqual([
    ['yesterday', 40, 1, []],
    ['year_before', 132, 3, ['pm25']],
  ]);
});

test('a section of water is compared by the class of its days', async () => {
  const site_id = await waterSite('COMPARED-WATER', 'river');
  const ammonia = await fidOf('nh3n');
  const hours = Array.from({ length: 24 }, (_, i) =>
    reading(site_id, [ammonia], [1.2], {
      data_type: 'hour',
      ts: new Date(Date.parse('2026-11-13T16:00:00Z') + i * HOUR_MS),
    }),
  );
  await net.store(hours);
  const { spans, days } = await admin.send(home.compare, { site_id });
  expect(spans.map(({ aqi }) => aqi)).toEqual([[], [], []]);
  expect(days.map(({ grade, main }) => [grade, main])).toEqual([
    [4, ['nh3n']],
    [null, []],
  ]);
});

test('the newest values of some sites are theirs alone', async () => {
  const site_id = await net.makeSite('ONE-OF-MANY', { measures: ['pm25'] });
  const { data_info } = await admin.send(home.newest, { site_ids: [site_id] });
  expect(data_info.map((one) => one.site_id)).toEqual([site_id]);
});
