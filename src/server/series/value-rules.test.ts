import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { air } from '#shared/contract/air/air.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { countingFlags } from '#shared/domain/validity.ts';
import { type AirNetwork, airNetwork, clean, midnight, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import type { ReadingRow } from './store.ts';

const day = '2026-07-01';
const at = (hour: number) => new Date(midnight(day).getTime() + hour * HOUR_MS);
let app: TestApp;
let admin: Client;
let network: AirNetwork;
let pm25: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
  pm25 = network.fids.pm25 ?? 0;
});

async function held(level: 'hour' | 'day', site_id: number, start = at(0)) {
  const to = new Date(start.getTime() + (level === 'hour' ? 1 : 24) * HOUR_MS);
  const [row] = await app.app.series.buckets({ level, site_ids: [site_id], from: start, to });
  const place = row?.fids.indexOf(pm25) ?? -1;
  return [row?.avg[place] ?? null, row?.valid?.[place] ?? 1];
}

async function aqiOf(site_id: number) {
  const asked = { site_ids: [site_id], period: 'day' as const, ...spanOf(day, '2026-07-02') };
  const row = (await admin.send(air.index, asked)).data_info[0];
  return [row?.items.find(({ figure }) => figure === 'pm25_24h')?.concentration, row?.aqi];
}

test('down to minus the detection limit an hour counts as zero, in the hour, the day and the index', async () => {
  const site = await network.makeSite('ZERO');
  await network.store(network.wholeDay(site, day, { ...clean, pm25: -1.5 }));
  expect(await held('hour', site)).toEqual([0, 1]);
  expect(await held('day', site)).toEqual([0, 24]);
  expect(await aqiOf(site)).toEqual([0, 40]);
});

test('below it, and above the range, an hour is shown and counts nowhere', async () => {
  for (const [mn, odd] of [
    ['BELOW', -2.5],
    ['ABOVE', 1001],
  ] as const) {
    const site = await network.makeSite(mn);
    const hours = network
      .wholeDay(site, day, clean)
      .map((hour, i) => (i < 4 ? network.hour(site, at(i), { ...clean, pm25: odd }) : hour));
    await network.store(hours);
    expect(await held('hour', site)).toEqual([odd, 0]);
    expect(await held('day', site)).toEqual([20, 20]);
    expect(await aqiOf(site)).toEqual([20, 40]);
    // One more, and the day has too few hours.
    await network.store([network.hour(site, at(4), { ...clean, pm25: odd })]);
    expect(await aqiOf(site)).toEqual([20, null]);
    const why = await admin.send(reports.why, {
      ...{ site_id: site, component_id: pm25, kind: 'day', date: day, ts: null },
    });
    expect(why.parts.slice(0, 6).map(({ left_out }) => left_out)).toEqual([
      ...['range', 'range', 'range', 'range', 'range', null],
    ]);
  }
});

test('minutes follow the same rule on their way into an hour', async () => {
  const site = await network.makeSite('MINUTES');
  const minutes = Array.from(
    { length: 60 },
    (_, minute): ReadingRow => ({
      ...{ site_id: site, data_type: 'minute', origin: 'l', fids: [pm25] },
      ts: new Date(at(8).getTime() + minute * 60_000),
      avg: [minute < 10 ? -50 : minute < 20 ? -1 : 30],
    }),
  );
  await network.store(minutes);
  expect(await held('hour', site, at(8))).toEqual([24, 50]);
  const why = await admin.send(reports.why, {
    ...{ site_id: site, component_id: pm25, kind: 'day', date: day, ts: at(8).toISOString() },
  });
  expect(why.parts.filter(({ left_out }) => left_out === 'range')).toHaveLength(10);
});

test('a site may have a range of its own', async () => {
  const site = await network.makeSite('OWN', { measures: Object.keys(clean) });
  await app.db.run(
    sql`update device_factor set range_max = 15 where site_id = ${site} and component_id = ${pm25}`,
  );
  await network.store(network.wholeDay(site, day, clean));
  expect(await held('hour', site)).toEqual([20, 0]);
});

test('a chart of minutes of several sites goes by the range of each', async () => {
  const [usual, own] = [
    await network.makeSite('USUAL'),
    await network.makeSite('NARROW', { measures: ['pm25'] }),
  ];
  await app.db.run(
    sql`update device_factor set range_max = 15 where site_id = ${own} and component_id = ${pm25}`,
  );
  const values = [-1, 20, -50, 10];
  const minutes = [usual, own].flatMap((site_id) =>
    values.map(
      (value, minute): ReadingRow => ({
        ...{ site_id, data_type: 'minute', origin: 'l', fids: [pm25], avg: [value] },
        ts: new Date(at(0).getTime() + minute * 60_000),
      }),
    ),
  );
  await network.store(minutes);
  const chart = async (width: number) => {
    const found = await app.app.series.course({
      ...{ kind: 'minute', site_ids: [usual, own], fids: [pm25], width },
      ...{ from: at(0), to: new Date(at(0).getTime() + values.length * 60_000) },
      counting: new Map([usual, own].map((site_id) => [site_id, countingFlags()])),
    });
    return found.map(({ lines: [line] }) => [line?.low, line?.high, line?.doubtful]);
  };
  expect(await chart(values.length)).toEqual([
    [[0, 20, -50, 10], [0, 20, -50, 10], [2]],
    [
      [0, 20, -50, 10],
      [0, 20, -50, 10],
      [1, 2],
    ],
  ]);
  expect(await chart(1)).toEqual([
    [[0], [20], []],
    [[0], [10], []],
  ]);
});
