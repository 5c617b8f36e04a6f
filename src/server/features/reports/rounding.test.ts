import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { air } from '#shared/contract/air/air.ts';
import { reports, type SiteReport } from '#shared/contract/reports/reports.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { summaryCount } from '#shared/domain/report-text.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
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

async function ask(kind: ReportKind, site_id: number, date: string) {
  const report = await admin.send(reports[kind], { site_ids: [site_id], date });
  const site = report.sites[0] as SiteReport;
  const place = (fid: number) => site.component_ids.indexOf(fid);
  return { report, site, summary: (fid: number) => site.summary[place(fid)] };
}

const fid = (key: string) => network.fids[key] ?? 0;

test('a mean that is held against a standard is rounded to its places, as the index form rounds it', async () => {
  const site = await network.makeSite('ROUNDED');
  await network.store(network.wholeDay(site, '2026-07-01', { ...clean, pm25: 15.89, co: 0.853 }));
  const { report, site: own, summary } = await ask('month', site, '2026-07-01');
  const shown = own.component_ids.map((id, i) => [id, own.lines[0]?.values[i]]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [fid('pm25'), 16],
      [fid('co'), 0.9],
    ]),
  );
  expect(summary(fid('pm25'))).toMatchObject({ mean: 16, max: 16, min: 16 });
  const places = Object.fromEntries(report.factors.map((each) => [each.component_id, each.decimals]));
  expect([places[fid('pm25')], places[fid('co')]]).toEqual([0, 1]);
  const question = { site_ids: [site], period: 'day' as const, ...spanOf('2026-07-01', '2026-07-02') };
  const form = (await admin.send(air.index, question)).data_info[0];
  expect(form?.items.find(({ figure }) => figure === 'pm25_24h')?.concentration).toBe(16);
});

test('asked from history, a value and its parts keep the decimals that history shows', async () => {
  const site = await network.makeSite('UNROUNDED');
  await network.store(network.wholeDay(site, '2026-07-01', { ...clean, pm25: 360.2 }));
  const ts = midnight('2026-07-01').toISOString();
  const ask = (unrounded: boolean) =>
    admin.send(reports.why, {
      ...{ site_id: site, kind: 'month', date: '2026-07-01', ts, component_id: fid('pm25'), unrounded },
    });
  const asReported = await ask(false);
  expect(asReported).toMatchObject({ value: 360, max: 360, factor: { decimals: 0 } });
  const asMeasured = await ask(true);
  expect(asMeasured).toMatchObject({ value: 360.2, max: 360.2, part_decimals: 1, factor: { decimals: 1 } });
  expect(asMeasured.parts[0]?.value).toBe(360.2);
  // The result of the comparison with the limit is the same.
  expect(asMeasured).toMatchObject({ over: asReported.over, times: asReported.times });
});

test('a mean is made of values that are not rounded, and rounded once', async () => {
  const site = await network.makeSite('ONCE');
  const days = [10.4, 10.4, 10.8].map((pm25, i) =>
    network.wholeDay(site, `2026-07-0${i + 1}`, { ...clean, pm25 }),
  );
  await network.store(days.flat());
  // 10.53; from rounded days it would be 10.33.
  expect((await ask('month', site, '2026-07-01')).summary(fid('pm25'))).toMatchObject({
    mean: 11,
    max: 11,
    min: 10,
  });
});

test('the share of valid days is rounded and not cut', () => {
  const summary = { mean: 1, max: 1, min: 1, valid: 27, expected: 31, over: 0, usable: true };
  expect(summaryCount('completeness', summary)).toBe('87.1%');
});

test('the extremes of a year are of its days, its direction of the vectors of its days', async () => {
  const site = await network.makeSite('YEAR');
  const found = await app.db.one<{ fid: number }>(
    sql`select component_id as fid from component where component_key = 'wind_direction'`,
  );
  const direction = found?.fid ?? 0;
  const hours = (day: string, values: readonly [pm25: number, from: number], count = 24) =>
    Array.from({ length: count }, (_, hour): ReadingRow => {
      const pairs = [
        [fid('pm25'), values[0]],
        [direction, values[1]],
      ].sort(([a = 0], [b = 0]) => a - b);
      return {
        ...{ site_id: site, data_type: 'hour', origin: 'l' },
        ts: new Date(midnight(day).getTime() + hour * HOUR_MS),
        fids: pairs.map(([id = 0]) => id),
        avg: pairs.map(([, value = 0]) => value),
      };
    });
  await network.store([
    // Three days of north wind in January, one of east wind in May: a mean of months would be half way, a mean of days
    // is not.
    ...['2025-01-01', '2025-01-02', '2025-01-03'].flatMap((day) => hours(day, [40, 0])),
    ...hours('2025-05-01', [90.4, 90]),
    ...hours('2025-05-02', [500, 180], 12),
  ]);
  const { summary } = await ask('year', site, '2025-06-01');
  expect(summary(fid('pm25'))).toMatchObject({ max: 90, min: 40, mean: 53, over: 1 });
  expect(summary(direction)?.mean).toBeCloseTo((Math.atan2(1, 3) * 180) / Math.PI, 6);
  const why = await admin.send(reports.why, {
    ...{ site_id: site, component_id: fid('pm25'), kind: 'year', date: '2025-06-01', ts: null },
  });
  expect(why).toMatchObject({ value: 53, max: 90, min: 40, over: 1 });
});
