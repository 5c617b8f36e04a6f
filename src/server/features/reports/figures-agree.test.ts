import { beforeAll, expect, test } from 'vitest';
import type { ReadingRow } from '#server/series/store.ts';
import { air } from '#shared/contract/air/air.ts';
import { history } from '#shared/contract/readings/history.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { isRanked } from '#shared/domain/good-rate-rank.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let network: AirNetwork;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
});

const pm25 = () => network.fids.pm25 ?? 0;
const at = (day: string, hour: number) => new Date(midnight(day).getTime() + hour * HOUR_MS);

test('a value below zero and one out of range are the same to the hour, the day, the month, the index and the history', async () => {
  const DAY = '2026-07-05';
  const site = await network.makeSite('AGREES');
  const sent = Array.from({ length: 24 }, (_, hour) => 30 + hour * 1.7);
  // Below zero within the detection limit; far below zero; above any range.
  Object.assign(sent, { 3: -1, 4: -50, 5: 99_999 });
  await network.store(
    sent.map((value, hour) => network.hour(site, at(DAY, hour), { ...clean, pm25: value })),
  );
  const counted = sent.flatMap((value, hour) => (hour === 4 || hour === 5 ? [] : Math.max(value, 0)));
  const mean = counted.reduce((sum, value) => sum + value) / counted.length;
  const shown = Math.round(mean);

  const month = (await admin.send(reports.month, { site_ids: [site], date: DAY })).sites[0];
  const place = month?.component_ids.indexOf(pm25()) ?? -1;
  const line = month?.lines.find(({ ts }) => ts === midnight(DAY).toISOString());
  expect([line?.values[place], line?.valid[place]]).toEqual([shown, true]);
  const day = (await admin.send(reports.day, { site_ids: [site], date: DAY })).sites[0];
  expect(day?.summary[place]).toMatchObject({ mean: shown, min: 0, max: Math.round(sent[23] ?? 0) });
  expect(day?.summary[place]).toMatchObject({ valid: 22, expected: 24 });
  expect(day?.lines.flatMap(({ valid }, hour) => (valid[place] ? [] : hour))).toEqual([4, 5]);

  const form = async (period: 'hour' | 'day') =>
    (await admin.send(air.index, { site_ids: [site], period, ...spanOf(DAY, '2026-07-06') })).data_info;
  const figure = (row: Awaited<ReturnType<typeof form>>[number] | undefined, name: string) =>
    row?.items.find((item) => item.figure === name)?.concentration;
  expect(figure((await form('day'))[0], 'pm25_24h')).toBe(shown);
  const hours = await form('hour');
  expect([3, 4, 5, 6].map((hour) => figure(hours[hour], 'pm25_1h'))).toEqual([0, null, null, 40]);

  const asked = { site_ids: [site], component_ids: [pm25()], ...spanOf(DAY, '2026-07-06') };
  const [figures] = (await admin.send(history.figures, { ...asked, data_type: 'hour' })).data_info;
  expect(figures).toMatchObject({ count: 24, valid: 22, expected: 24, min: 0 });
  expect(figures?.mean).toBeCloseTo(mean, 3);
  const table = await admin.send(history.table, { ...asked, data_type: 'day' });
  expect(table.data_info[0]?.values[0]).toBeCloseTo(mean, 3);
});

test('the share of valid minutes is of all minutes there should be, also of one site that sent a few', async () => {
  const DAY = '2026-07-06';
  const site = await network.makeSite('MINUTES');
  const minutes = Array.from({ length: 25 }, (_, minute): ReadingRow => {
    const ts = new Date(midnight(DAY).getTime() + minute * MINUTE_MS);
    return { site_id: site, data_type: 'minute', ts, fids: [pm25()], avg: [minute], origin: 'l' };
  });
  await network.store(minutes);
  const asked = { site_ids: [site], component_ids: [pm25()], ...spanOf(DAY, '2026-07-07') };
  const [figures] = (await admin.send(history.figures, { ...asked, data_type: 'minute' })).data_info;
  expect(figures).toMatchObject({ count: 25, valid: 25, expected: 1440, mean: 12 });
  const day = (await admin.send(reports.day, { site_ids: [site], date: DAY })).sites[0];
  expect(day?.summary[0]).toMatchObject({ valid: 0, expected: 24 });
});

test('a site with few valid days has no place in the ranking, and a day that is not over is marked', async () => {
  const [few, most] = [await network.makeSite('FEW'), await network.makeSite('MOST')];
  const days = Array.from({ length: 24 }, (_, i) => `2026-08-${String(i + 1).padStart(2, '0')}`);
  await network.store([
    ...days.slice(0, 23).flatMap((day) => network.wholeDay(few, day, clean)),
    ...days.flatMap((day) => network.wholeDay(most, day, clean)),
  ]);
  const { data_info } = await admin.send(air.goodRate, {
    site_ids: [few, most],
    ...spanOf('2026-08-01', '2026-09-01'),
  });
  const ranked = (id: number) =>
    data_info.filter(({ site_id }) => site_id === id).map(({ now }) => isRanked(now));
  expect([ranked(few), ranked(most)]).toEqual([[false], [true]]);

  // The test clock is at 10:00 on this day.
  const TODAY = '2026-11-15';
  await network.store(network.wholeDay(most, TODAY, clean, 10));
  const running = (lines: readonly { running: boolean }[] = []) =>
    lines.filter((line) => line.running).length;
  const month = (await admin.send(reports.month, { site_ids: [most], date: TODAY })).sites[0];
  expect([running(month?.lines), month?.running]).toEqual([1, true]);
  expect((await admin.send(reports.day, { site_ids: [most], date: TODAY })).sites[0]?.day?.running).toBe(
    true,
  );
});
