import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { air } from '#shared/contract/air/air.ts';
import { type AirNetwork, airNetwork, clean, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
});

const { co: _, ...withoutCo } = clean;
const measures = Object.keys(withoutCo);

/** The index of a day, and the mark in place of carbon monoxide. */
async function dayOf(site_id: number, from: string, to: string) {
  const asked = { site_ids: [site_id], period: 'day' as const, ...spanOf(from, to) };
  const row = (await admin.send(air.index, asked)).data_info.at(-1);
  return [row?.aqi, row?.items.find(({ figure }) => figure === 'co_24h')?.mark];
}

test('what a site never measured is marked / and holds back no index', async () => {
  const site = await network.makeSite('NEVER', { measures });
  await network.store(network.wholeDay(site, '2026-07-01', withoutCo));
  expect(await dayOf(site, '2026-07-01', '2026-07-02')).toEqual([40, '/']);
});

test('what was primary on a polluted day is missing for three years after it is no longer measured', async () => {
  const site = await network.makeSite('ONCE', { measures });
  await network.store([
    ...network.wholeDay(site, '2023-08-01', { ...clean, co: 20 }),
    ...network.wholeDay(site, '2026-07-01', withoutCo),
    ...network.wholeDay(site, '2026-08-15', withoutCo),
  ]);
  expect(await dayOf(site, '2026-07-01', '2026-07-02')).toEqual([null, 'NA']);
  expect(await dayOf(site, '2026-08-15', '2026-08-16')).toEqual([40, '/']);
  // Once it is configured again, its values count as missing.
  await app.db.run(sql`
    insert into device_factor (site_id, component_id) values (${site}, ${network.fids.co ?? 0})`);
  expect(await dayOf(site, '2026-08-15', '2026-08-16')).toEqual([null, 'NA']);
});

test('what was measured but never primary on such a day holds back nothing', async () => {
  const site = await network.makeSite('HARMLESS', { measures });
  await network.store([
    // The index of the particles is higher.
    ...network.wholeDay(site, '2025-07-01', { ...clean, co: 5, pm25: 200 }),
    ...network.wholeDay(site, '2026-07-01', withoutCo),
  ]);
  expect(await dayOf(site, '2026-07-01', '2026-07-02')).toEqual([40, '/']);
});
