import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { heldActions, heldPackets } from '#shared/contract/packets/held.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type AirNetwork, airNetwork, clean, midnight } from '#test/helpers/air.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { factorIds } from '#test/helpers/factors.ts';
import { station } from '#test/helpers/station.ts';
import { upload } from '#test/helpers/upload.ts';

const day = '2026-07-01';
let app: TestApp;
let admin: Client;
let network: AirNetwork;
let fids: Record<string, number>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  network = await airNetwork(app);
  fids = await factorIds(app.db);
});

const fid = (key: string) => fids[key] ?? 0;
const at = (hour: number) => new Date(midnight(day).getTime() + hour * HOUR_MS);

test('the mean of a day names its hours, those left out and why, and how many it needs', async () => {
  const site_id = await network.makeSite('WHOLE');
  const hours = network.wholeDay(site_id, day, { ...clean, no2: 210 }, 22);
  await network.store(
    hours.map((hour, i) => (i === 3 ? { ...hour, flags: hour.fids.map(() => 'D') } : hour)),
  );
  const question = { site_id, component_id: fid('no2'), kind: 'day' as const, date: day };
  const whole = await admin.send(reports.why, { ...question, ts: null });
  expect(whole).toMatchObject({
    ...{ value: 210, valid: 21, expected: 24, needed: 20, counted: 'hours', over: 21, left_out: null },
    limit: { high: 200, period: '1h', edition: '2026' },
    level: 'hour',
  });
  expect(whole.parts).toHaveLength(24);
  expect(whole.parts.map(({ left_out }) => left_out).filter(Boolean)).toEqual(['flag', 'missing', 'missing']);
  expect(whole.parts[3]).toMatchObject({ value: 210, flag: 'D', over: false });
});

test('an hour is made of the minutes that came, and of those that count', async () => {
  const site_id = await network.makeSite('MINUTES');
  const minutes = Array.from(
    { length: 60 },
    (_, minute): ReadingRow => ({
      ...{ site_id, data_type: 'minute', origin: 'l', fids: [fid('pm25')] },
      ts: new Date(at(8).getTime() + minute * 60_000),
      avg: [minute < 10 ? 900 : 30],
      flags: [minute < 10 ? 'C' : ''],
    }),
  );
  await network.store(minutes);
  const why = await admin.send(reports.why, {
    ...{ site_id, component_id: fid('pm25'), kind: 'day', date: day, ts: at(8).toISOString() },
  });
  expect(why).toMatchObject({ value: 30, origin: 'n', valid: 50, expected: 60, needed: 45, level: 'minute' });
  expect(why.parts.filter(({ left_out }) => left_out === 'flag')).toHaveLength(10);
  // Only this hour of the day has minutes.
  const whole = await admin.send(reports.why, {
    ...{ site_id, component_id: fid('pm25'), kind: 'day', date: day, ts: null },
  });
  expect(whole.parts.flatMap(({ has_minutes }, hour) => (has_minutes ? [hour] : []))).toEqual([8]);
});

test('of an hour it is told why no packet may be found that brought it', async () => {
  const site_id = await network.makeSite('UNPACKED');
  const recent = midnight('2026-11-14');
  const fromFile = new Date(recent.getTime() + HOUR_MS);
  await network.store([network.hour(site_id, at(8), clean), network.hour(site_id, recent, clean)]);
  await app.app.series.appendTraced({ trace_id: 1, readings: [network.hour(site_id, fromFile, clean)] });
  const unpacked = async (date: string, ts: Date | null) =>
    (
      await admin.send(reports.why, {
        ...{ site_id, component_id: fid('pm25'), kind: 'day', date, ts: ts?.toISOString() ?? null },
      })
    ).unpacked;
  expect(await unpacked(day, at(8))).toEqual({ why: 'aged', days: 90, searchable: true, held: 0 });
  expect(await unpacked('2026-11-14', recent)).toEqual({
    why: 'unkept',
    days: null,
    searchable: true,
    held: 0,
  });
  expect(await unpacked('2026-11-14', fromFile)).toEqual({
    why: 'file',
    days: null,
    searchable: true,
    held: 0,
  });
  // Demo data have no packets.
  await app.db.run(sql`update site set demo = true where site_id = ${site_id}`);
  expect(await unpacked('2026-11-14', recent)).toEqual({
    why: 'demo',
    days: null,
    searchable: true,
    held: 0,
  });
  await app.db.run(sql`update site set demo = false where site_id = ${site_id}`);
  // The search is limited to a year even if packets are kept for ever.
  const long = new Date('2025-11-01T00:00:00+08:00');
  await network.store([network.hour(site_id, long, clean)]);
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, raw_packet_days: 0 });
  expect(await unpacked('2025-11-01', long)).toEqual({ why: 'old', days: 366, searchable: false, held: 0 });
  // A day is computed from hours, so packets are found by hour.
  expect(await unpacked(day, null)).toBeNull();
});

test('an hour that was taken in with a corrected time leads to its packet, as long as that is kept', async () => {
  const site_id = await network.makeSite('CLOCK');
  await app.gateway.reloadDirectory();
  const line = await station(app.gateway.port);
  // The test clock is at 10:00; this device is eight hours ahead.
  line.send(upload('CLOCK', '2061', '20261115160000', { a34004: 35 }));
  expect((await line.next()).cn).toBe('9014');
  line.send(upload('CLOCK', '2061', '20261115070000', { a34004: 30 }));
  expect((await line.next()).cn).toBe('9014');
  await admin.send(heldActions.take, { site_id, reason: 'future_time', shift_seconds: -8 * 3600 });
  await app.rollUp();
  const unpacked = async (ts: string) =>
    (
      await admin.send(reports.why, {
        ...{ site_id, component_id: fid('pm25'), kind: 'day', date: '2026-11-15', ts },
      })
    ).unpacked;
  const taken_ts_from = '2026-11-15T00:00:00.000Z';
  expect(await unpacked(taken_ts_from)).toEqual({ why: 'corrected', days: null, searchable: true, held: 1 });
  const { data_info } = await admin.send(heldPackets.list, {
    ...{ site_id, state: 'taken', taken_ts_from, taken_ts_to: '2026-11-15T01:00:00.000Z' },
  });
  expect(data_info).toMatchObject([{ taken_ts: taken_ts_from, shift_seconds: -8 * 3600 }]);
  expect(data_info[0]?.raw).toContain('a34004-Avg=35');
  // The neighbouring hour had the right time.
  expect(await unpacked('2026-11-14T23:00:00.000Z')).toMatchObject({ why: 'unkept', held: 0 });
  await app.db.run(sql`delete from held_packet where site_id = ${site_id}`);
  expect(await unpacked(taken_ts_from)).toMatchObject({ why: 'corrected', held: 0 });
});

test('a month is made of its days, and a day of ozone of the hours of ozone', async () => {
  const site_id = await network.makeSite('LONGER');
  await network.store([
    ...network.wholeDay(site_id, day, { ...clean, o3: 170 }),
    ...network.wholeDay(site_id, '2026-07-02', clean, 10),
  ]);
  const question = { site_id, component_id: fid('o3_8h'), date: day };
  const month = await admin.send(reports.why, { ...question, kind: 'month', ts: null });
  expect(month).toMatchObject({ value: 170, valid: 1, expected: 31, needed: 27, left_out: 'few', over: 1 });
  expect(month.parts.slice(0, 3).map(({ left_out }) => left_out)).toEqual([null, 'few', 'missing']);
  const ozone = await admin.send(reports.why, { ...question, kind: 'month', ts: at(0).toISOString() });
  expect(ozone).toMatchObject({ counted: 'windows', expected: 17, needed: 14, level: 'hour' });
  expect(ozone.limit).toMatchObject({ high: 160, period: '8h' });
  expect(ozone.parts.map(({ value }) => value)).toEqual(Array(24).fill(170));
  const year = await admin.send(reports.why, { ...question, kind: 'year', ts: null });
  expect(year).toMatchObject({ level: 'month', needed: 324, over: 1, limit: null });
  expect(year.parts[6]).toMatchObject({ value: 170, valid: 1, expected: 31, needed: 27 });
});

test('a class of water is told item by item, with the limits of its kind of water', async () => {
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, site_type, water_quality_type, water_pollution_level, interval_seconds)
    values ('LAKE', 'LAKE', (select min(agreement_id) from agreement), 'water', 'lake', 3, 3600) returning site_id`);
  const site_id = site?.site_id ?? 0;
  const values = { ph: 7.5, dissolved_oxygen: 6.5, codmn: 3, tp: 0.12, tn: 1.2, coliforms: 500 };
  const known = Object.entries(values)
    .map(([key, value]) => ({ fid: fid(key), value }))
    .filter((each) => each.fid > 0)
    .sort((a, b) => a.fid - b.fid);
  await network.store([
    {
      ...{ site_id, data_type: 'hour', ts: at(8), origin: 'l' },
      fids: known.map((each) => each.fid),
      avg: known.map((each) => each.value),
    },
  ]);
  const question = { site_id, kind: 'day' as const, date: day, ts: at(8).toISOString() };
  const why = await admin.send(reports.classWhy, question);
  expect(why).toMatchObject({ body: 'lake', class: 5 });
  const items = Object.fromEntries(why.items.map((item) => [item.item, item]));
  expect(items.tp_lake).toMatchObject({ class: 5, multiple: 1.4, role: 'counts', left_out: null });
  expect(items.tp_lake?.bounds.map(({ high }) => high)).toEqual([0.01, 0.025, 0.05, 0.1, 0.2]);
  expect(items.tn_lake).toMatchObject({ class: 4, role: 'apart' });
  expect(items.do?.bounds[0]).toEqual({ low: 7.5, high: null });
  // Compared with class III.
  const tp = await admin.send(reports.why, { ...question, component_id: fid('tp') });
  expect(tp.limit).toMatchObject({ high: 0.05, target: 3 });
  expect(tp).toMatchObject({ over: 1, times: 1.4 });
  expect(why).toMatchObject({ target: 3, composite: { count: 4 } });
  expect(items.tp_lake?.index).toBeCloseTo(2.4);
});

test('who may not see a site is not told why', async () => {
  const site_id = await network.makeSite('HIDDEN');
  const operator = await app.login('operator');
  const question = { site_id, kind: 'day' as const, date: day, ts: null };
  const refused = { fault: 'no_authority' };
  await expect(operator.send(reports.why, { ...question, component_id: fid('no2') })).rejects.toMatchObject(
    refused,
  );
  await expect(operator.send(reports.classWhy, question)).rejects.toMatchObject(refused);
});

test('what stood there before is told with what replaced it, the newest first', async () => {
  const site_id = await network.makeSite('REVISED');
  const hour = (value: number, origin: ReadingRow['origin']): ReadingRow => ({
    ...{ site_id, data_type: 'hour', origin, fids: [fid('pm25')], ts: at(8), avg: [value] },
  });
  await network.store([hour(30, 'l')]);
  await network.store([hour(31, 'l')]);
  await network.store([hour(33, 's')]);
  const question = { site_id, component_id: fid('pm25'), kind: 'day' as const, date: day };
  const why = await admin.send(reports.why, { ...question, ts: at(8).toISOString() });
  expect(why.value).toBe(33);
  expect(why.revisions).toMatchObject([
    { data_type: 'hour', ts: at(8).toISOString(), value: 31, reason: 'resupplied' },
    { data_type: 'hour', value: 30, reason: 'resent' },
  ]);
  await app.app.series.appendTraced({ trace_id: 2, readings: [hour(40, 's')] });
  while (!(await app.app.series.takeBack(2, 10)).done);
  const undone = await admin.send(reports.why, { ...question, ts: at(8).toISOString() });
  expect(undone.revisions.slice(0, 2)).toMatchObject([
    { value: 40, reason: 'undone' },
    { value: 33, reason: 'resupplied' },
  ]);
  // Each hour has its own revisions.
  const other = await admin.send(reports.why, { ...question, ts: at(9).toISOString() });
  expect(other.revisions).toEqual([]);
});
