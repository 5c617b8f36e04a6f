import { beforeAll, expect, test } from 'vitest';
import { air } from '#shared/contract/air/air.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
});

test('a day says which hours it rests on, and which are left out and why', async () => {
  const site = await network.makeSite('WHY-DAY');
  const hours = network.wholeDay(site, '2026-07-01', clean, 22);
  const flagged = hours.map((hour, at) =>
    at === 3 ? { ...hour, flags: hour.fids.map((fid) => (fid === network.fids.pm25 ? 'D' : '')) } : hour,
  );
  await network.store(flagged);
  const ts = midnight('2026-07-01').toISOString();
  const { row, items } = await admin.send(air.why, { site_id: site, period: 'day', ts });
  expect(row).toMatchObject({ edition: '2026', aqi: 40 });
  const pm25 = items.find(({ figure }) => figure === 'pm25_24h');
  expect(pm25).toMatchObject({
    ...{ concentration: 20, iaqi: 29, counted: 'hours', valid: 21, expected: 24, needed: 20, origin: 'h' },
  });
  expect(pm25?.hours).toHaveLength(24);
  expect(pm25?.component_id).toBe(network.fids.pm25);
  expect(pm25?.hours.map(({ left_out }) => left_out ?? '').filter(Boolean)).toEqual([
    ...['flag', 'missing', 'missing'],
  ]);
  expect(pm25?.hours[3]).toMatchObject({ value: 20, flag: 'D' });
  // Of the 17 windows of 8 h all but one have at least six of the 22 valid hours.
  expect(items.find(({ figure }) => figure === 'o3_8h')).toMatchObject({ counted: 'windows', expected: 17 });
});

test('an hour of 2012 rests on the day before it, one of 2026 on itself', async () => {
  const site = await network.makeSite('WHY-HOUR_MS');
  await network.store([
    ...network.wholeDay(site, '2025-06-01', clean),
    ...network.wholeDay(site, '2026-06-01', clean),
  ]);
  const hoursOf = async (day: string, figure: string) => {
    const ts = new Date(midnight(day).getTime() + 20 * HOUR_MS).toISOString();
    const { items } = await admin.send(air.why, { site_id: site, period: 'hour', ts });
    return items.find((item) => item.figure === figure);
  };
  expect(await hoursOf('2025-06-01', 'pm25_24h')).toMatchObject({ valid: 21, expected: 24, needed: 20 });
  expect((await hoursOf('2026-06-01', 'pm25_1h'))?.hours).toMatchObject([{ value: 20, left_out: null }]);
});

test('a day in which nothing came lacks all of its hours', async () => {
  const site_id = await network.makeSite('WHY-GAP');
  await network.store(network.wholeDay(site_id, '2026-07-01', clean));
  const ts = midnight('2026-07-02').toISOString();
  const { row, items } = await admin.send(air.why, { site_id, period: 'day', ts });
  expect(row).toMatchObject({ aqi: null, primary: [] });
  expect(items.map(({ mark, valid }) => [mark, valid])).toEqual(Array.from({ length: 6 }, () => ['NA', 0]));
  expect(items[0]?.hours.every(({ left_out }) => left_out === 'missing')).toBe(true);
});

test('where nothing was measured there is nothing to say', async () => {
  const site_id = await network.makeSite('WHY-NOT');
  const ts = midnight('2026-07-01').toISOString();
  await expect(admin.send(air.why, { site_id, period: 'day', ts })).rejects.toMatchObject({
    fault: 'no_data',
  });
});
