import { beforeAll, expect, test } from 'vitest';
import { Framer } from '#protocol/framer.ts';
import { parsePacket } from '#protocol/packet.ts';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { Cancelled, type Progress } from '#server/jobs/runner.ts';
import { outageAt } from '#server/model/faults.ts';
import { hourOf } from '#server/model/readings.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { countReadings, storedPackets, storedReadings } from '#test/helpers/stored.ts';
import { demoHistoryWorker, startDemoHistory } from './history.ts';
import { seedDemoNetwork } from './seed.ts';
import { demoSites } from './sites.ts';

const DAYS = 3;
const job = { job_id: 0, user_id: 0, kind: 'demo_history', params: { days: DAYS } };
let app: TestApp;
/** A few stations are enough: air, water and a van, none of them with an outage. */
const chosen = demoSites
  .filter((site) =>
    [0, 1, 2, 3, 4].every((day) => !outageAt(site, Date.parse('2026-11-15T02:00:00Z') - day * 86_400_000)),
  )
  .filter((_, i, { length }) => i % 20 === 0 || i === length - 1);

beforeAll(async () => {
  app = await testApp();
  await seedDemoNetwork(app.db);
  await app.db.run(sql`delete from site where demo and mn <> all(${chosen.map(({ mn }) => mn)})`);
});

const jobs = () =>
  app.db.rows<{ state: string; done: number; total: number }>(sql`
    select state, done, total from job where kind = 'demo_history' order by job_id`);

const rows = (type: 'hour' | 'day' = 'hour') => countReadings(app.db, type);
const hoursFrom = (from: string) =>
  storedReadings(app.db, 'hour', undefined, { from: new Date(from), to: new Date('2030-01-01T00:00:00Z') });

/** Counts the rows that the worker stores, and cancels it after this many batches. */
async function run(batches = Number.POSITIVE_INFINITY): Promise<number> {
  let [stored, left] = [0, batches];
  const series: App['series'] = {
    ...app.app.series,
    append: (batch) => {
      stored += batch.readings.filter(({ data_type }) => data_type !== 'realtime').length;
      return app.app.series.append(batch);
    },
  };
  const progress: Progress = {
    report: () => {
      left -= 1;
      return left === 0 ? Promise.reject(new Cancelled()) : Promise.resolve();
    },
  };
  await demoHistoryWorker({ ...app.app, series }, job, progress).catch((error) => {
    if (!(error instanceof Cancelled)) throw error;
  });
  return stored;
}

test('filling begins with today and goes on where it was broken off', async () => {
  await run(2);
  const [oldest] = await storedReadings(app.db, 'hour');
  expect(oldest?.ts).toBe('2026-11-13T16:00:00.000Z');
  const before = await rows();
  const rest = await run();
  expect(rest).toBeLessThan(chosen.length * DAYS * 25);
  expect(await rows()).toBeGreaterThan(before);
  expect(await run()).toBe(0);
});

test('what is stored is what the stations would have sent', async () => {
  const [site] = chosen;
  const start = Date.parse('2026-11-14T05:00:00Z');
  const span = { from: new Date(start), to: new Date(start + 1) };
  const [row] = await storedReadings(app.db, 'hour', site?.mn, span);
  const pm25 = await app.db.one<{ fid: number }>(sql`
    select component_id as fid from component where component_key = 'pm25'`);
  const place = row?.fids.indexOf(pm25?.fid ?? 0) ?? -1;
  const hour = site && hourOf(site, start);
  expect(row?.avg[place]).toBe(hour?.avg[0]);
  expect(row?.max?.[place]).toBe(hour?.max[0]);
  expect(await rows('day')).toBe(chosen.length * DAYS);
  expect(await hoursFrom('2026-11-15T01:00:01Z')).toEqual([]);
});

test('of today and yesterday a van has its places minute by minute, and others have no moments', async () => {
  const van = chosen.find(({ route }) => route);
  expect(van).toBeDefined();
  const moments = await storedReadings(app.db, 'realtime');
  expect(new Set(moments.map(({ site_id }) => site_id)).size).toBe(1);
  const places = await app.db.rows<{ fid: number }>(sql`
    select component_id as fid from component where component_key in ('longitude', 'latitude')`);
  const noon = moments.find(({ ts }) => ts === '2026-11-14T04:00:00.000Z');
  for (const { fid } of places) expect(noon?.avg[noon.fids.indexOf(fid)]).toBeGreaterThan(20);
  expect(moments.length).toBeGreaterThan(1000);
});

test('the hours of the last day have the packets that brought them, and some stations their minutes', async () => {
  const packets = await storedPackets(app.db);
  const [site] = chosen;
  const hours = packets.filter(({ mn, cn }) => mn === site?.mn && cn === '2061');
  expect(new Set(hours.map(({ received_at }) => received_at.slice(0, 13))).size).toBeGreaterThan(20);
  const decoded = hours.flatMap(({ raw }) => new Framer().push(raw)).map((frame) => parsePacket(frame));
  expect(decoded).toHaveLength(hours.length);
  expect(decoded.filter(({ verdict, deviations }) => verdict !== 'ok' || deviations.length > 0)).toEqual([]);
  const minutes = await storedReadings(app.db, 'minute');
  expect(minutes.length).toBeGreaterThan(1000);
  // Continuing after the interruption stored no packet twice.
  const names = packets.map(({ mn, qn }) => `${mn} ${qn}`);
  expect(new Set(names).size).toBe(names.length);
});

test('at a start it is a job with progress, and only when something is missing', async () => {
  await startDemoHistory(app.app, DAYS);
  expect(await jobs()).toEqual([]);
  const [{ site_id } = { site_id: 0 }] = await storedReadings(app.db, 'day', chosen[0]?.mn);
  await app.app.series.removeSite(site_id);
  expect(await rows('day')).toBe((chosen.length - 1) * DAYS);
  await startDemoHistory(app.app, DAYS);
  const total = chosen.length * (DAYS + 1);
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([{ state: 'done', done: total, total }]);
  expect(await rows('day')).toBe(chosen.length * DAYS);
});

test('hours that were missed while nobody ran are filled at the next start', async () => {
  app.clock.forward((3 * HOUR_MS) / 1000);
  await startDemoHistory(app.app, DAYS);
  await expect
    .poll(async () => (await jobs()).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['done', 'done']);
  const missed = (await hoursFrom('2026-11-15T04:00:00Z')).filter(
    ({ ts }) => ts === '2026-11-15T04:00:00.000Z',
  );
  expect(missed.length).toBeGreaterThan(chosen.length / 2);
});
