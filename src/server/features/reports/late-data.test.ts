import { beforeAll, expect, test } from 'vitest';
import { air } from '#shared/contract/air/air.ts';
import { history } from '#shared/contract/readings/history.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight, spanOf } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

const day = '2026-07-01';
const at = new Date(midnight(day).getTime() + 8 * HOUR_MS);
let app: TestApp;
let admin: Client;
let network: AirNetwork;
let site_id: number;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
  site_id = await network.makeSite('RESUPPLIED');
});

/** All figures that depend on the hour, as the pages request them. */
async function shown() {
  const component_id = network.fids.pm25 ?? 0;
  const values = async (data_type: 'hour' | 'day' | 'month') => {
    const span = spanOf('2026-07-01', '2026-08-01');
    const { data_info } = await admin.send(history.table, {
      ...{ site_ids: [site_id], component_ids: [component_id], data_type, ...span, page_size: 100 },
    });
    const wanted = data_type === 'hour' ? at : midnight(day);
    return data_info.find(({ ts }) => Date.parse(ts) === wanted.getTime())?.values[0] ?? null;
  };
  const index = async (period: 'hour' | 'day') => {
    const span = spanOf(day, '2026-07-02');
    const { data_info } = await admin.send(air.index, { site_ids: [site_id], period, ...span });
    const wanted = period === 'hour' ? at : midnight(day);
    return data_info.find(({ ts }) => Date.parse(ts) === wanted.getTime())?.aqi;
  };
  const report = async (kind: 'day' | 'week' | 'month' | 'year') => {
    const { sites } = await admin.send(reports[kind], { site_ids: [site_id], date: day });
    const place = sites[0]?.component_ids.indexOf(component_id) ?? -1;
    return sites[0]?.summary[place]?.mean;
  };
  const span = spanOf(day, '2026-07-02');
  const [rate] = (await admin.send(air.goodRate, { site_ids: [site_id], ...span })).data_info;
  const why = await admin.send(reports.why, {
    ...{ site_id, component_id, kind: 'day', date: day, ts: at.toISOString() },
  });
  return {
    hour: await values('hour'),
    day: await values('day'),
    month: await values('month'),
    hourIndex: await index('hour'),
    dayIndex: await index('day'),
    dayReport: await report('day'),
    weekReport: await report('week'),
    monthReport: await report('month'),
    yearReport: await report('year'),
    goodRate: rate?.now.good_percent,
    why: why.value,
  };
}

const fine = { ...clean, pm25: 30 };

test('a day that came late, and then an hour of it that came anew, change all that rests on them', async () => {
  await network.store(network.wholeDay(site_id, day, fine, 12));
  // Twelve hours are not enough for a day's AQI, nor its month.
  expect(await shown()).toMatchObject({ hour: 30, dayIndex: null, month: null, goodRate: null });

  const late = network.wholeDay(site_id, day, fine).slice(12);
  await network.store(late.map((hour) => ({ ...hour, origin: 's' })));
  expect(await shown()).toEqual({
    ...{ hour: 30, day: 30, month: 30, hourIndex: 43, dayIndex: 43 },
    ...{ dayReport: 30, weekReport: 30, monthReport: 30, yearReport: 30, goodRate: 100, why: 30 },
  });

  await network.store([{ ...network.hour(site_id, at, { ...fine, pm25: 990 }), origin: 's' }]);
  const mean = (23 * 30 + 990) / 24;
  expect(await shown()).toEqual({
    ...{ hour: 990, day: mean, month: mean, hourIndex: 500, dayIndex: 110 },
    ...{ dayReport: mean, weekReport: mean, monthReport: mean, yearReport: mean, goodRate: 0, why: 990 },
  });
});
