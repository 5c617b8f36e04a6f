import { beforeAll, expect, test } from 'vitest';
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

test('across the change of rules last year is told by this year’s too, each day by the same date', async () => {
  const site = await network.makeSite('RULES');
  await network.store([
    ...network.wholeDay(site, '2025-02-28', { ...clean, pm25: 70 }),
    ...network.wholeDay(site, '2025-03-01', { ...clean, pm25: 70 }),
  ]);
  const { data_info, now_editions } = await admin.send(air.goodRate, {
    site_ids: [site],
    ...spanOf('2026-02-28', '2026-03-02'),
  });
  expect(now_editions).toEqual(['2012', '2026']);
  expect(data_info).toMatchObject([
    { year_before: { good_percent: 100 }, year_before_by_now: { valid: 2, good_percent: 50 } },
  ]);
  const same = await admin.send(air.goodRate, { site_ids: [site], ...spanOf('2026-02-28', '2026-03-01') });
  expect(same).toMatchObject({ now_editions: null, data_info: [{ year_before_by_now: null }] });
});

test('a span of more than twenty years is refused at once, whoever has no site as well', async () => {
  const eras = { from: '0001-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
  const site_id = await network.makeSite('ERAS');
  const refused = {
    envelope: { fields: [{ field: 'from', problem: 'range_too_long', params: { days: 7305 } }] },
  };
  await expect(admin.send(air.goodRate, eras)).rejects.toMatchObject(refused);
  await expect(admin.send(air.goodRateWhy, { site_id, ...eras })).rejects.toMatchObject(refused);
});
