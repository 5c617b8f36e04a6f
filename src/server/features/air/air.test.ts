import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { air } from '#shared/contract/air/air.ts';
import { firstData } from '#shared/contract/readings/first-data.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;
const makeSite = (...of: Parameters<AirNetwork['makeSite']>) => network.makeSite(...of);
const hour = (...of: Parameters<AirNetwork['hour']>) => network.hour(...of);
const store = (...of: Parameters<AirNetwork['store']>) => network.store(...of);
const wholeDay = (...of: Parameters<AirNetwork['wholeDay']>) => network.wholeDay(...of);

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
});

async function days(site_id: number, from: string, to: string) {
  const { data_info } = await admin.send(air.index, {
    site_ids: [site_id],
    period: 'day',
    ...spanOf(from, to),
  });
  return data_info;
}

describe('a day', () => {
  test('is judged by the edition of its date', async () => {
    const site = await makeSite('EDITIONS');
    const dusty = { ...clean, pm25: 75 };
    await store([...wholeDay(site, '2026-02-28', dusty), ...wholeDay(site, '2026-03-01', dusty)]);
    expect(await days(site, '2026-02-28', '2026-03-02')).toMatchObject([
      { edition: '2012', aqi: 100, level: 2, primary: ['pm25'], over: [] },
      { edition: '2026', aqi: 114, level: 3, primary: ['pm25'], over: [] },
    ]);
  });

  test('has its ozone from the highest 8 hours, since 2026 from these alone', async () => {
    const site = await makeSite('OZONE');
    const at = (h: number, o3: number) =>
      hour(site, new Date(midnight('2026-07-01').getTime() + h * HOUR_MS), { ...clean, o3 });
    await store(Array.from({ length: 24 }, (_, h) => at(h, h >= 10 && h < 18 ? 200 : 20)));
    const [day] = await days(site, '2026-07-01', '2026-07-02');
    expect(day?.items.map(({ figure }) => figure)).toEqual([
      ...['so2_24h', 'no2_24h', 'co_24h', 'o3_8h', 'pm10_24h', 'pm25_24h'],
    ]);
    expect(day?.items[3]).toEqual({ figure: 'o3_8h', concentration: 200, iaqi: 137, mark: null });
    expect(day).toMatchObject({ aqi: 137, primary: ['o3'] });
  });

  test('with too few hours has its figures and no index', async () => {
    const site = await makeSite('FEW');
    await store(wholeDay(site, '2026-07-01', clean, 19));
    expect(await days(site, '2026-07-01', '2026-07-02')).toMatchObject([
      {
        aqi: null,
        level: null,
        primary: [],
        items: [{ concentration: 10, iaqi: null, mark: 'NA' }, {}, {}, {}, {}, {}],
      },
    ]);
  });

  test('an item that the site is not set up for is marked / and holds nothing back', async () => {
    const site = await makeSite('NO-CO', { measures: ['so2', 'no2', 'o3', 'pm10', 'pm25'] });
    const { co: _, ...values } = clean;
    await store(wholeDay(site, '2026-07-01', values));
    const [day] = await days(site, '2026-07-01', '2026-07-02');
    expect(day?.items[2]).toEqual({ figure: 'co_24h', concentration: null, iaqi: null, mark: '/' });
    expect(day?.aqi).toBe(40);
  });

  test('follows what comes late', async () => {
    const site = await makeSite('LATE');
    await store(wholeDay(site, '2026-07-01', clean));
    expect((await days(site, '2026-07-01', '2026-07-02'))[0]?.aqi).toBe(40);
    await store(wholeDay(site, '2026-07-01', { pm25: 61 }));
    expect((await days(site, '2026-07-01', '2026-07-02'))[0]).toMatchObject({ aqi: 101, primary: ['pm25'] });
  });
});

describe('an hour', () => {
  const hours = (site_id: number, from: string, to: string) =>
    admin.send(air.index, { site_ids: [site_id], period: 'hour', from, to });

  test('of 2012 looks back over 24 hours, also beyond the span that is asked for', async () => {
    const site = await makeSite('SLIDING');
    await store([
      ...wholeDay(site, '2025-06-01', clean),
      ...wholeDay(site, '2025-06-02', { ...clean, pm25: 68 }),
    ]);
    const at = new Date(midnight('2025-06-02').getTime() + 11 * HOUR_MS);
    const { data_info } = await hours(site, at.toISOString(), new Date(at.getTime() + HOUR_MS).toISOString());
    const [only, ...others] = data_info;
    expect(others).toEqual([]);
    // Twelve hours of 20 and twelve of 68.
    expect(only?.items.find(({ figure }) => figure === 'pm25_24h')).toMatchObject({
      concentration: 44,
      iaqi: 62,
    });
    expect(only?.items.find(({ figure }) => figure === 'pm25_1h')).toMatchObject({
      concentration: 68,
      iaqi: null,
    });
    expect(only).toMatchObject({ edition: '2012', aqi: 62 });
  });

  test('of 2026 is judged by itself', async () => {
    const site = await makeSite('HOUR_MS-2026');
    await store(wholeDay(site, '2026-07-01', { ...clean, pm25: 60 }, 1));
    const { from } = spanOf('2026-07-01', '2026-07-02');
    const { data_info } = await hours(site, from, '2026-06-30T17:00:00Z');
    expect(data_info).toMatchObject([{ edition: '2026', aqi: 100, primary: ['pm25'] }]);
  });
});

describe('a period in which nothing came', () => {
  const index = (site_ids: number[], period: 'hour' | 'day', from: string, to: string) =>
    admin.send(air.index, { site_ids, period, ...spanOf(from, to) });

  test('has its line, marked NA, between those of others', async () => {
    const [one, other] = [await makeSite('GAP-ONE'), await makeSite('GAP-OTHER')];
    await store([
      ...wholeDay(one, '2026-07-01', clean),
      ...wholeDay(one, '2026-07-03', clean),
      ...wholeDay(other, '2026-07-02', clean),
    ]);
    const { data_info, total } = await index([one, other], 'day', '2026-06-29', '2026-07-05');
    const day = (date: string, site_id: number, aqi: number | null) => [
      midnight(date).toISOString(),
      site_id,
      aqi,
    ];
    expect(data_info.map(({ ts, site_id, aqi }) => [ts, site_id, aqi])).toEqual([
      day('2026-07-01', one, 40),
      day('2026-07-02', one, null),
      day('2026-07-02', other, 40),
      day('2026-07-03', one, 40),
      day('2026-07-03', other, null),
      day('2026-07-04', one, null),
      day('2026-07-04', other, null),
    ]);
    expect(total).toBe(7);
    expect(data_info[1]).toMatchObject({ edition: '2026', level: null, primary: [] });
    expect(data_info[1]?.items).toHaveLength(6);
    for (const item of data_info[1]?.items ?? [])
      expect(item).toMatchObject({ concentration: null, iaqi: null, mark: 'NA' });
  });

  test('has none before the site was in service', async () => {
    const site = await makeSite('GAP-SERVICE');
    await store([...wholeDay(site, '2026-07-01', clean), ...wholeDay(site, '2026-07-05', clean)]);
    await app.db.run(sql`update site set started_on = '2026-07-04' where site_id = ${site}`);
    const { data_info } = await index([site], 'day', '2026-06-01', '2026-07-06');
    expect(data_info.map(({ ts }) => ts)).toEqual(
      ['2026-07-01', '2026-07-04', '2026-07-05'].map((date) => midnight(date).toISOString()),
    );
  });

  test('is over: neither the hour that is under way nor those to come', async () => {
    const site = await makeSite('GAP-NOW');
    const now = Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS;
    // Too old for the ranking below.
    await store([hour(site, new Date(now - 6 * HOUR_MS), clean)]);
    const { data_info } = await admin.send(air.index, {
      ...{ site_ids: [site], period: 'hour' },
      from: new Date(now - 9 * HOUR_MS).toISOString(),
      to: new Date(now + 5 * HOUR_MS).toISOString(),
    });
    expect(data_info.map(({ ts }) => (Date.parse(ts) - now) / HOUR_MS)).toEqual([-6, -5, -4, -3, -2, -1]);
    expect(data_info.map(({ aqi }) => aqi)).toEqual([40, null, null, null, null, null]);
  });

  test('of 2012 still knows the means that end with it', async () => {
    const site = await makeSite('GAP-SLIDING');
    await store(wholeDay(site, '2025-06-01', { ...clean, pm25: 68 }, 23));
    const at = new Date(midnight('2025-06-01').getTime() + 23 * HOUR_MS);
    const { data_info } = await admin.send(air.index, {
      ...{ site_ids: [site], period: 'hour', from: at.toISOString() },
      to: new Date(at.getTime() + HOUR_MS).toISOString(),
    });
    const figure = (name: string) => data_info[0]?.items.find((item) => item.figure === name);
    expect(figure('pm25_1h')).toMatchObject({ concentration: null, mark: 'NA' });
    expect(figure('pm25_24h')).toMatchObject({ concentration: 68, mark: null });
    expect(data_info).toMatchObject([{ edition: '2012', aqi: null }]);
  });
});

test('lines are turned over page by page, from either end or by AQI; editions are those of all of them', async () => {
  const [one, other] = [await makeSite('PAGE-ONE'), await makeSite('PAGE-OTHER')];
  await store([
    ...wholeDay(one, '2026-02-27', clean),
    ...wholeDay(other, '2026-02-28', { ...clean, pm25: 75 }),
    ...wholeDay(one, '2026-03-02', clean),
  ]);
  const page = async (page_index: number, order: { newest_first?: boolean; worst_first?: boolean } = {}) => {
    const answer = await admin.send(air.index, {
      ...{ site_ids: [one, other], period: 'day', page_index, page_size: 3, ...order },
      ...spanOf('2026-02-20', '2026-03-03'),
    });
    expect(answer).toMatchObject({ total: 7, editions: ['2012', '2026'] });
    return answer.data_info.map(({ ts, site_id, aqi }) => [
      new Date(Date.parse(ts) + 8 * HOUR_MS).toISOString().slice(5, 10),
      site_id,
      aqi,
    ]);
  };
  expect(await page(1)).toEqual([
    ['02-27', one, 40],
    ['02-28', one, null],
    ['02-28', other, 100],
  ]);
  expect(await page(3)).toEqual([['03-02', other, null]]);
  expect(await page(4)).toEqual([]);
  expect(await page(1, { newest_first: true })).toEqual([
    ['03-02', other, null],
    ['03-02', one, 40],
    ['03-01', other, null],
  ]);
  const worst = await page(1, { worst_first: true });
  expect(worst.map(([, , aqi]) => aqi)).toEqual([100, 40, 40]);
  expect((await page(3, { worst_first: true })).map(([, , aqi]) => aqi)).toEqual([null]);
});

test('too much at once, and an end before its start, are refused', async () => {
  const site = await makeSite('MUCH');
  const ask = (from: string, to: string) =>
    admin.send(air.index, { site_ids: [site], period: 'hour', ...spanOf(from, to) });
  await expect(ask('2000-01-01', '2026-01-01')).rejects.toMatchObject({ fault: 'parameter_error' });
  await expect(ask('2026-01-02', '2026-01-01')).rejects.toMatchObject({ fault: 'start_after_end' });
});

test('the good rate counts the days of each level, and leaves out days that are not valid', async () => {
  const site = await makeSite('GOOD');
  await store([
    ...wholeDay(site, '2026-08-01', clean),
    ...wholeDay(site, '2026-08-02', { ...clean, pm25: 50 }),
    ...wholeDay(site, '2026-08-03', { ...clean, pm25: 70 }),
    ...wholeDay(site, '2026-08-04', clean, 10),
    ...wholeDay(site, '2025-08-01', clean),
  ]);
  const { data_info } = await admin.send(air.goodRate, {
    site_ids: [site],
    ...spanOf('2026-08-01', '2026-08-06'),
  });
  expect(data_info).toMatchObject([
    {
      now: { levels: [1, 1, 1, 0, 0, 0], valid: 3, invalid: 2, good_percent: 66.7 },
      year_before: { levels: [1, 0, 0, 0, 0, 0], valid: 1, invalid: 4, good_percent: 100 },
      // 10/60 + 20/40 + 0.5/4 + 60/160 + 40/60 + 47/30
      index: 3.4,
      index_primary: ['pm25'],
      // No standard defines how many valid days this range needs.
      index_usable: null,
    },
  ]);
});

test('the comprehensive index is of the days as they were, not of what their reports round them to', async () => {
  const site = await makeSite('ROUNDED-ONCE');
  const particles = [28.4, 28.4, 28.4, 29.4];
  await store(particles.flatMap((pm25, i) => wholeDay(site, `2026-08-0${i + 1}`, { ...clean, pm25 })));
  const { data_info } = await admin.send(air.goodRate, {
    site_ids: [site],
    ...spanOf('2026-08-01', '2026-08-05'),
  });
  // 10/60 + 20/40 + 0.5/4 + 60/160 + 40/60 + 29/30, with PM2.5 of 28.65 and not 28.25.
  expect(data_info).toMatchObject([{ index: 2.8 }]);
  const why = await admin.send(air.goodRateWhy, { site_id: site, ...spanOf('2026-08-01', '2026-08-05') });
  expect(why).toMatchObject({ index: 2.8, edition: '2026' });
  expect(why.items.at(-1)).toMatchObject({ percentile: null, concentration: 29, limit: 30, valid_days: 4 });
  expect(why.items.find(({ pollutant }) => pollutant === 'o3')).toMatchObject({
    ...{ percentile: 90, concentration: 60, limit: 160, single: 0.375, valid_days: 4 },
  });
});

test('the comprehensive index of a month with too few valid days is said to be of too few', async () => {
  const site = await makeSite('MONTH');
  const days = Array.from({ length: 27 }, (_, i) => `2026-07-${String(i + 1).padStart(2, '0')}`);
  await store(days.slice(1).flatMap((day) => wholeDay(site, day, clean)));
  const july = { site_ids: [site], ...spanOf('2026-07-01', '2026-08-01') };
  expect((await admin.send(air.goodRate, july)).data_info).toMatchObject([{ index_usable: false }]);
  await store(wholeDay(site, '2026-07-01', clean));
  expect((await admin.send(air.goodRate, july)).data_info).toMatchObject([{ index_usable: true }]);
});

test('days that are not over yet are not counted, neither now nor a year before', async () => {
  const site = await makeSite('TODAY');
  const today = app.clock.now.toISOString().slice(0, 8);
  await store(wholeDay(site, `${today}01`, clean));
  const { data_info } = await admin.send(air.goodRate, {
    site_ids: [site],
    from: midnight(`${today}01`).toISOString(),
    to: new Date(app.clock.now.getTime() + 40 * 24 * HOUR_MS).toISOString(),
  });
  const over = Math.floor((app.clock.now.getTime() - midnight(`${today}01`).getTime()) / (24 * HOUR_MS));
  expect(data_info).toMatchObject([
    { now: { valid: 1, invalid: over - 1 }, year_before: { valid: 0, invalid: over } },
  ]);
});

describe('how the air is now', () => {
  const thisHour = () => new Date(Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS);

  test('sites are ranked by index and by particles; old and virtual ones are not', async () => {
    const [fine, dusty, old, virtual] = [
      await makeSite('NOW-FINE'),
      await makeSite('NOW-DUSTY'),
      await makeSite('NOW-OLD'),
      await makeSite('NOW-VIRTUAL', { virtual: true }),
    ];
    await store([
      hour(fine, thisHour(), clean),
      hour(dusty, thisHour(), { ...clean, pm25: 160, pm10: 200 }),
      hour(old, new Date(thisHour().getTime() - 6 * HOUR_MS), { ...clean, pm25: 400 }),
      hour(virtual, thisHour(), { ...clean, pm25: 400 }),
    ]);
    const worst = await admin.send(air.aqiRank, {});
    expect(worst.data_info.map(({ mn, aqi, level }) => [mn, aqi, level])).toEqual([
      ['NOW-DUSTY', 210, 5],
      ['NOW-FINE', 40, 1],
    ]);
    const best = await admin.send(air.pmRank, { order: 'best', pollutant: 'pm10', limit: 1 });
    expect(best).toMatchObject({ data_info: [{ mn: 'NOW-FINE', concentration: 40 }], total: 2 });
    const levels = await admin.send(air.levelCount, {});
    expect(levels).toMatchObject({
      aqi: [1, 0, 0, 0, 1, 0],
      pm25: [1, 0, 0, 0, 1, 0],
      pm10: [1, 0, 1, 0, 0, 0],
    });
  });

  test('sites without an index are counted among those asked for, and water is none of them', async () => {
    for (const type of ['mobile', 'water']) {
      const site_id = await makeSite(`NOW-${type}`);
      await app.db.run(sql`update site set site_type = ${type} where site_id = ${site_id}`);
    }
    expect((await admin.send(air.levelCount, { site_type: 'mobile' })).none).toBe(1);
    expect((await admin.send(air.levelCount, { site_type: 'water' })).none).toBe(0);
  });

  test('whoever sees no site gets none', async () => {
    const person = await makeUser(app.db, await makeRole(app.db, ['reading.read']));
    const stranger = await app.login(person.account);
    expect((await stranger.send(air.aqiRank, {})).data_info).toEqual([]);
    expect((await stranger.send(air.goodRate, spanOf('2026-08-01', '2026-08-06'))).data_info).toEqual([]);
    const site = await makeSite('SECRET');
    await expect(
      stranger.send(air.index, { site_ids: [site], period: 'day', ...spanOf('2026-08-01', '2026-08-02') }),
    ).rejects.toMatchObject({ fault: 'no_authority' });
  });
});

test('a factor that is measured in another unit from now on is judged by it', async () => {
  const site = await makeSite('UNIT');
  await store(wholeDay(site, '2026-07-01', { ...clean, pm25: 0.02 }));
  const pm25 = async () => (await days(site, '2026-07-01', '2026-07-02'))[0]?.items.at(-1)?.concentration;
  const inUnit = (unit: string) =>
    app.db.run(sql`update component set unit = ${unit} where component_id = ${network.fids.pm25 ?? 0}`);
  expect(await pm25()).toBe(0);
  await inUnit('mg/m³');
  await expect.poll(pm25).toBe(20);
  await inUnit('μg/m³');
  await expect.poll(pm25).toBe(0);
});

test('a factor’s first day is told site by site', async () => {
  const [early, late] = [await makeSite('FIRST-EARLY'), await makeSite('FIRST-LATE')];
  await store([
    ...wholeDay(early, '2025-05-01', { so2: 1 }, 1),
    ...wholeDay(early, '2025-05-03', { pm25: 1 }, 1),
    ...wholeDay(late, '2026-05-02', { pm25: 1, so2: 1 }, 1),
  ]);
  const { data_info } = await admin.send(firstData.byComponent, {
    site_ids: [early, late],
    component_id: network.fids.pm25 ?? 0,
  });
  expect(data_info.map(({ mn, ts }) => [mn, ts])).toEqual([
    ['FIRST-EARLY', '2025-05-02T16:00:00.000Z'],
    ['FIRST-LATE', '2026-05-01T16:00:00.000Z'],
  ]);
});
