import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { identifier, sql } from '#server/db/sql.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { coverageAt } from './coverage.ts';
import { postgresStore } from './postgres/store.ts';
import type { ReadingRow, SeriesStore } from './store.ts';

let db: Pool;
let store: SeriesStore;
let site = 0;
beforeAll(async () => {
  db = await testDatabase();
  store = postgresStore(db);
});
beforeEach(async () => {
  const made = await db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, virtual_data)
    select 'V' || n, 'V' || n, true from (select count(*) as n from site) s returning site_id`);
  site = made?.site_id ?? 0;
});

/** Midnight of the network's 1 November, and long after all of it. */
const start = new Date('2026-10-31T16:00:00Z');
const now = new Date('2026-12-01T00:00:00Z');
const plus = (ms: number) => new Date(start.getTime() + ms);

const row = (
  data_type: ReadingRow['data_type'],
  ts: Date,
  avg: Record<number, number | null>,
  more: Partial<ReadingRow> = {},
): ReadingRow => ({
  ...{ site_id: site, data_type, ts, fids: Object.keys(avg).map(Number), avg: Object.values(avg) },
  origin: 'l',
  ...more,
});
const made = (ts: Date, avg: Record<number, number>) => row('minute', ts, avg, { origin: 'v' });
const hourOf = (value: number, from = start) =>
  Array.from({ length: 60 }, (_, i) =>
    made(new Date(from.getTime() + i * MINUTE_MS), { 1: value, 2: value }),
  );
const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });
const simulate = (...readings: ReadingRow[]) => store.simulate(readings, now);
const switchOff = () => db.run(sql`update site set virtual_data = false where site_id = ${site}`);

async function rollUp(): Promise<void> {
  while ((await store.rollUp(now)) > 0);
}

async function minutes(): Promise<string[]> {
  const rows = await store.range({ data_type: 'minute', site_ids: [site], from: new Date(0), to: now });
  return rows.map(({ fids, avg, origins }) => `${fids} ${avg} ${origins?.join('') ?? 'live'}`);
}

/** Of each factor of the first bucket: value, origin and coverage. */
async function first(level: 'hour' | 'day' | 'month'): Promise<string[]> {
  const [bucket] = await store.buckets({ level, site_ids: [site], from: new Date(0), to: now });
  return (bucket?.fids ?? []).map((fid, i) => {
    const { n, valid, expected } = coverageAt(bucket, i);
    return `${fid}: ${bucket?.avg[i]} ${bucket?.origins[i]} ${n}/${valid}/${expected}`;
  });
}

const tables = ['realtime', 'minute', 'hour', 'day'].map((type) => `reading_${type}`);
const sums = ['rollup_hour', 'rollup_day', 'rollup_month'];

/** All that is stored of the site. */
async function everything() {
  const names = [...tables, ...sums, 'latest_reading', 'reading_revision'];
  const rows = await Promise.all(
    names.map((name) =>
      db.rows<{ row: object }>(sql`
        select to_jsonb(t) - array['received_at', 'revision_id', 'replaced_at'] as row
          from ${identifier(name)} t where site_id = ${site} order by 1`),
    ),
  );
  return rows;
}

test('a real value wins in both orders, of any origin, and nobody remembers what it replaced', async () => {
  await simulate(made(start, { 1: 5, 2: 6 }));
  expect(await minutes()).toEqual(['1,2 5,6 vv']);
  await write(row('minute', start, { 1: 9 }));
  expect(await simulate(made(start, { 1: 5, 2: 6 }))).toEqual([]);
  expect(await minutes()).toEqual(['1 9 live']);
  await simulate(made(plus(MINUTE_MS), { 1: 5 }), made(plus(2 * MINUTE_MS), { 1: 5 }));
  // The same number, said by someone, is another value; and it has no extremes but its own.
  await write(
    row('minute', plus(MINUTE_MS), { 1: 5 }, { origin: 's' }),
    row('minute', plus(2 * MINUTE_MS), { 1: null }),
  );
  expect(await minutes()).toEqual(['1 9 live', '1 5 s', '1  live']);
  expect(await db.rows(sql`select 1 from reading_revision where site_id = ${site}`)).toEqual([]);
});

test('hours, days and months of simulated values are marked, and cover what was made', async () => {
  for (let hour = 0; hour < 24; hour += 1) await simulate(...hourOf(hour, plus(hour * HOUR_MS)));
  await rollUp();
  expect(await first('hour')).toEqual(['1: 0 v 60/60/60', '2: 0 v 60/60/60']);
  expect(await first('day')).toEqual(['1: 11.5 v 24/24/24', '2: 11.5 v 24/24/24']);
  expect(await first('month')).toEqual(['1: 11.5 v 1/1/30', '2: 11.5 v 1/1/30']);
});

test('sums of measured values contain no simulated ones, however few there are', async () => {
  await simulate(...hourOf(100), ...hourOf(100, plus(HOUR_MS)));
  await write(...Array.from({ length: 6 }, (_, i) => row('realtime', plus(i * MINUTE_MS), { 1: 4 })));
  await rollUp();
  expect(await first('hour')).toEqual(['1: 4 t 6/6/60', '2: 100 v 60/60/60']);
  await write(row('hour', start, { 1: 7 }));
  await rollUp();
  expect(await first('hour')).toEqual(['1: 7 d 1/1/1', '2: 100 v 60/60/60']);
  expect(await first('day')).toEqual(['1: 7 h 1/1/24', '2: 100 v 2/2/24']);
});

test('the newest simulated value is shown until a newer one is measured', async () => {
  const shown = async (data_type?: 'realtime' | 'minute' | 'hour') => {
    const [latest] = await store.latest([site], data_type);
    return latest && `${latest.data_type} ${latest.values.map(({ value }) => value)}`;
  };
  await write(row('minute', start, { 1: 1, 3: 3 }));
  await simulate(made(plus(MINUTE_MS), { 1: 5, 2: 6 }));
  expect(await Promise.all([shown(), shown('minute'), shown('hour')])).toEqual([
    'realtime 5,6',
    'minute 5,6',
    undefined,
  ]);
  await write(row('minute', plus(MINUTE_MS), { 1: 2 }));
  expect(await shown()).toBe('minute 2,3');
});

test('switched off, all that was simulated goes at once, and all else stays as if it had never been', async () => {
  const real = [
    row('minute', plus(5 * MINUTE_MS), { 1: 2 }),
    row('hour', plus(HOUR_MS), { 1: 3, 2: 4 }),
    row('minute', plus(3 * HOUR_MS), { 1: 8 }, { origin: 'm' }),
  ];
  await write(...real);
  await rollUp();
  const before = await everything();
  await simulate(...hourOf(100), ...hourOf(100, plus(HOUR_MS)), ...hourOf(100, plus(2 * HOUR_MS)));
  await rollUp();
  expect(await everything()).not.toEqual(before);
  await switchOff();
  expect(await everything()).toEqual(before);
  await rollUp();
  expect(await everything()).toEqual(before);
  expect(await simulate(made(start, { 1: 5 }))).toEqual([]);
  expect((await store.latest([site]))[0]?.values).toHaveLength(1);
});

test('hours that are not summed yet leave nothing behind either', async () => {
  await simulate(...hourOf(100));
  await switchOff();
  await rollUp();
  expect((await everything()).flat()).toEqual([]);
});

test('an import that is undone does not bring back what has been switched off since', async () => {
  await simulate(...hourOf(100));
  await rollUp();
  await store.appendTraced({ trace_id: 1, readings: [row('minute', start, { 1: 3 }, { origin: 'm' })] });
  await rollUp();
  expect((await first('hour'))[0]).toBe('1: 3 n 1/1/2');
  await switchOff();
  while (!(await store.takeBack(1, 100)).done);
  await rollUp();
  expect((await everything()).flat()).toEqual([]);
});

test('an import that is undone does not leave a simulated value as the newest that was measured', async () => {
  await simulate(made(start, { 1: 5 }));
  await store.appendTraced({ trace_id: 2, readings: [row('minute', plus(MINUTE_MS), { 1: 3 })] });
  while (!(await store.takeBack(2, 100)).done);
  await switchOff();
  expect(await store.latest([site])).toEqual([]);
});

test('nothing of a deleted site is left', async () => {
  await simulate(...hourOf(100));
  await db.run(sql`delete from site where site_id = ${site}`);
  await store.removeSite(site);
  expect(await store.latest([site])).toEqual([]);
  expect(await minutes()).toEqual([]);
});
