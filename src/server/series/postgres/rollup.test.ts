import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { coverageAt } from '#server/series/coverage.ts';
import type { ReadingRow, SeriesStore } from '#server/series/store.ts';
import { testDatabase } from '#test/helpers/database.ts';
import { markDirty, takeMarks } from './marks.ts';
import { postgresStore } from './store.ts';

let db: Pool;
let store: SeriesStore;
let site = 0;
beforeAll(async () => {
  db = await testDatabase();
  store = postgresStore(db);
});
beforeEach(() => {
  site += 1;
});

const now = new Date('2026-11-15T08:00:00Z');
const hour = new Date('2026-11-14T08:00:00Z');
const minute = (i: number, value: number): ReadingRow => ({
  site_id: site,
  data_type: 'minute',
  ts: new Date(hour.getTime() + i * 60_000),
  fids: [1],
  avg: [value],
  origin: 'l',
});
const write = (...readings: ReadingRow[]) => store.append({ readings, packets: [] });

async function drain(by = store): Promise<void> {
  while ((await by.rollUp(now)) > 0);
}

async function sum(): Promise<string | undefined> {
  const [row] = await store.buckets({ level: 'hour', site_ids: [site], from: hour, to: now });
  return row && `${row.avg} of ${coverageAt(row, 0).n}`;
}

async function marks(table: 'dirty_bucket' | 'rollup_work'): Promise<string[]> {
  const query =
    table === 'dirty_bucket'
      ? sql`select level, bucket from dirty_bucket where site_id = ${site} order by level, bucket`
      : sql`select level, bucket from rollup_work where site_id = ${site} order by level, bucket`;
  const rows = await db.rows<{ level: string; bucket: string }>(query);
  return rows.map(({ level, bucket }) => `${level} ${bucket.slice(0, 16)}`);
}

/** Resolves when some session waits for an advisory lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const [waiting] = await db.rows(sql`
      select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`);
    if (waiting) return;
  }
}

test('values and device hours mark their hour, device days their day on the network’s clock', async () => {
  await write(
    minute(0, 1),
    { ...minute(0, 1), data_type: 'realtime', ts: new Date('2026-11-14T10:59:59Z') },
    { ...minute(0, 1), data_type: 'hour', ts: new Date('2026-11-14T12:00:00Z') },
    { ...minute(0, 1), data_type: 'day', ts: new Date('2026-11-13T17:00:00Z') },
  );
  expect(await marks('dirty_bucket')).toEqual([
    'day 2026-11-13T16:00',
    'hour 2026-11-14T08:00',
    'hour 2026-11-14T10:00',
    'hour 2026-11-14T12:00',
  ]);
});

test('a bucket that changes again while it is being summed is summed again', async () => {
  await write(minute(0, 10));
  await takeMarks(db, now);
  expect(await marks('rollup_work')).toEqual(['hour 2026-11-14T08:00']);
  await write(minute(1, 20));
  expect(await marks('dirty_bucket')).toEqual(['hour 2026-11-14T08:00']);
  await drain();
  expect(await sum()).toBe('15 of 2');
});

test('a writer that found its mark there and has not committed yet is waited for', async () => {
  await write(minute(0, 10));
  let commit = () => {};
  const told = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let relies = () => {};
  const marked = new Promise<void>((resolve) => {
    relies = resolve;
  });
  const writing = db.tx({}, async (tx) => {
    await tx.run(sql`
      insert into reading_minute (ts, site_id, set_id, avg)
      select ts + interval '1 minute', site_id, set_id, '{20}' from reading_minute where site_id = ${site}`);
    await markDirty(tx, [minute(1, 20)]);
    relies();
    await told;
  });
  await marked;
  const summing = store.rollUp(now);
  await Promise.race([someoneWaits(), summing]);
  commit();
  await Promise.all([writing, summing]);
  await drain();
  expect(await sum()).toBe('15 of 2');
});

test('nothing is missed while several writers store and the sums are made', async () => {
  let writing = true;
  const summing = (async () => {
    while (writing) await store.rollUp(now);
  })();
  const writer = async (first: number) => {
    const own = postgresStore(db);
    for (let i = first; i < 60; i += 4) await own.append({ readings: [minute(i, i)], packets: [] });
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  writing = false;
  await summing;
  await drain();
  expect(await sum()).toBe('29.5 of 60');
});

test('work that a process left unfinished is done by the next', async () => {
  await write(minute(0, 10));
  await takeMarks(db, now);
  await drain(postgresStore(db));
  expect(await sum()).toBe('10 of 1');
  expect(await marks('rollup_work')).toEqual([]);
});

test('two processes do not sum at once', async () => {
  await write(minute(0, 10));
  await db.tx({}, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('rollup_work'))`);
    expect(await store.rollUp(now)).toBe(0);
  });
  expect(await sum()).toBeUndefined();
  expect(await store.rollUp(now)).toBe(1);
  expect(await sum()).toBe('10 of 1');
});

test('sums that come out the same again leave what rests on them alone', async () => {
  const hours: ReadingRow[] = [minute(0, 10), { ...minute(60, 10), data_type: 'hour', min: [9], cou: [3] }];
  await write(...hours);
  await drain();
  await write(...hours);
  expect(await marks('dirty_bucket')).toEqual(['hour 2026-11-14T08:00', 'hour 2026-11-14T09:00']);
  expect(await store.rollUp(now)).toBe(2);
  expect(await marks('rollup_work')).toEqual([]);
});

test('the newest are summed first', async () => {
  await write(...Array.from({ length: 400 }, (_, age) => minute(-60 * age, 1)));
  await store.rollUp(now);
  const rows = await store.buckets({ level: 'hour', site_ids: [site], from: new Date(0), to: now });
  expect(rows.at(-1)?.ts).toBe(hour.toISOString());
  expect(rows.length).toBeLessThan(400);
});

test('while another process sums up, marks stay: it may not have seen the values they stand for', async () => {
  await write(minute(0, 10));
  const before = await marks('dirty_bucket');
  expect(before).not.toEqual([]);
  await db.tx({}, async (other) => {
    await other.run(sql`select pg_advisory_xact_lock(hashtext('rollup_work'))`);
    expect(await store.rollUp(now)).toBe(0);
    expect(await marks('dirty_bucket')).toEqual(before);
    expect(await marks('rollup_work')).toEqual([]);
  });
  await drain();
  expect(await sum()).toBe('10 of 1');
});
