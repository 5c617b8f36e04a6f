import { beforeAll, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { Cancelled, type Progress } from '#server/jobs/runner.ts';
import { outageAt } from '#server/model/faults.ts';
import { hourOf } from '#server/model/readings.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { demoHistoryWorker, startDemoHistory } from './history.ts';
import { seedDemoNetwork } from './seed.ts';
import { demoSites } from './sites.ts';

const DAYS = 3;
const job = { job_id: 0, user_id: 0, kind: 'demo_history', params: { days: DAYS } };
let app: TestApp;
/** Ten of the stations will do: air, water and a van, none of them cut off. */
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

const rows = async (table = sql`reading_hour`) =>
  (await app.db.one<{ n: number }>(sql`select count(*) as n from ${table}`))?.n;

/** Counts the rows that the worker stores, and ends it after so many batches. */
async function run(batches = Number.POSITIVE_INFINITY): Promise<number> {
  let [stored, left] = [0, batches];
  const series: App['series'] = {
    ...app.app.series,
    append: (batch) => {
      stored += batch.readings.length;
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
  const newest = await app.db.one<{ oldest: string }>(sql`select min(ts) as oldest from reading_hour`);
  expect(newest?.oldest).toBe('2026-11-13T16:00:00.000Z');
  const before = await rows();
  const rest = await run();
  expect(rest).toBeLessThan(chosen.length * DAYS * 25);
  expect(await rows()).toBeGreaterThan(before ?? 0);
  expect(await run()).toBe(0);
});

test('what is stored is what the stations would have sent', async () => {
  const [site] = chosen;
  const start = Date.parse('2026-11-14T05:00:00Z');
  const [row] = await app.db.rows<{ avg: number; max: number }>(sql`
    select t.avg[array_position(s.fids, c.component_id)] as avg, t.max[array_position(s.fids, c.component_id)] as max
      from reading_hour t join factor_set s using (set_id) join site using (site_id)
      join component c on c.component_key = 'pm25'
     where mn = ${site?.mn} and ts = ${new Date(start)}`);
  const hour = site && hourOf(site, start);
  expect(row?.avg).toBe(hour?.avg[0]);
  expect(row?.max).toBe(hour?.max[0]);
  expect(await rows(sql`reading_day`)).toBe(chosen.length * DAYS);
  expect(await rows(sql`reading_hour where ts > '2026-11-15T01:00:00Z'`)).toBe(0);
});

test('at a start it is a job with progress, and only when something is missing', async () => {
  await startDemoHistory(app.app, DAYS);
  expect(await jobs()).toEqual([]);
  await app.db.run(sql`delete from reading_day where ts < '2026-11-12T00:00:00Z'`);
  await startDemoHistory(app.app, DAYS);
  const total = chosen.length * (DAYS + 1);
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([{ state: 'done', done: total, total }]);
  expect(await rows(sql`reading_day`)).toBe(chosen.length * DAYS);
  expect(await rows(sql`reading_revision`)).toBe(0);
});

test('hours that were missed while nobody ran are filled at the next start', async () => {
  app.clock.forward((3 * HOUR_MS) / 1000);
  await startDemoHistory(app.app, DAYS);
  await expect
    .poll(async () => (await jobs()).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['done', 'done']);
  expect(await rows(sql`reading_hour where ts = '2026-11-15T04:00:00Z'`)).toBeGreaterThan(chosen.length / 2);
});
