import pino from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { readConfig } from '#server/instance/config.ts';
import { postgresStore } from '#server/series/postgres/store.ts';
import { defaultSettings } from '#server/settings/defaults.ts';
import type { UpkeepRun, UpkeepState } from '#shared/contract/platform/upkeep.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { testDatabase } from '#test/helpers/database.ts';
import type { Upkeep, UpkeepApp, UpkeepWork } from './upkeep.ts';
import { UpkeepClock } from './upkeep-clock.ts';
import { runColumns, upkeepStates } from './upkeep-states.ts';

const begin = new Date('2026-11-15T02:00:00Z');

let db: Pool;
let now: Date;
/** What the work does, and how often it has. */
let work: UpkeepWork;
let done: number;
const upkeep: Upkeep = {
  job: 'tidying',
  everyMs: 6 * HOUR_MS,
  parts: {
    first: async (app, tell) => {
      done += 1;
      await work(app, tell);
    },
    second: async (_app, tell) => tell({ files: 2, bytes: 300 }),
  },
};

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await db.run(sql`delete from upkeep_run`);
  now = begin;
  done = 0;
  work = async (_app, tell) => tell({ rows: 4 });
});

function server(): UpkeepApp {
  const config = readConfig({}, []);
  const settings = defaultSettings(config);
  return {
    config,
    pool: db,
    series: postgresStore(db),
    settings: { current: settings, unusable: [], read: async () => settings },
    now: () => now,
    log: pino({ level: 'silent' }),
  };
}

const clockOf = () => new UpkeepClock(server(), [upkeep]);
/** A server that starts and finds what is due. */
const serve = () => clockOf().doDue();

const runs = () => db.rows<UpkeepRun>(sql`select ${runColumns} from upkeep_run r order by run_id`);
const state = async () => (await upkeepStates(db, [upkeep], now))[0] as UpkeepState;
const later = (hours: number) => {
  now = new Date(begin.getTime() + hours * HOUR_MS);
};

/** Work that takes until it is let go. */
function held() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  work = () => gate;
  return release;
}

test('due maintenance runs at the start, and not again after a restart before its time', async () => {
  await serve();
  later(1);
  await serve();
  expect(done).toBe(1);
  expect(await runs()).toMatchObject([
    {
      outcome: 'done',
      asked_by: null,
      parts: [
        { part: 'first', rows: 4, files: 0, bytes: 0, failure: null },
        { part: 'second', rows: 0, files: 2, bytes: 300, failure: null },
      ],
    },
  ]);
  expect(await state()).toMatchObject({
    succeeded_at: begin.toISOString(),
    failures: 0,
    next_at: '2026-11-15T08:00:00.000Z',
  });
  later(6);
  await serve();
  expect(done).toBe(2);
});

test('two servers of one database do it once', async () => {
  await Promise.all([serve(), serve(), serve()]);
  expect(done).toBe(1);
});

test('a requested run starts at once, records who asked, and is refused while one is under way', async () => {
  await serve();
  const release = held();
  const run_id = await clockOf().runNow('tidying', '管理员');
  expect(await state()).toMatchObject({ last: { run_id, outcome: 'running', asked_by: '管理员' } });
  await expect(clockOf().runNow('tidying', '另一人')).rejects.toMatchObject({
    fault: 'processing_failed',
    detail: 'upkeep_running',
  });
  release();
  await expect.poll(async () => (await state()).last?.outcome).toBe('done');
  expect(await runs()).toHaveLength(2);
});

test('a failure is kept with its sentence, keeps the other parts from nothing, and is tried again soon', async () => {
  work = async (_app, tell) => {
    tell({ rows: 1 });
    throw new Error('the disk is on fire');
  };
  await serve();
  expect(await state()).toMatchObject({
    last: {
      outcome: 'failed',
      parts: [
        { rows: 1, failure: 'the disk is on fire' },
        { files: 2, failure: null },
      ],
    },
    succeeded_at: null,
    failures: 1,
    next_at: '2026-11-15T02:15:00.000Z',
  });
  later(0.25);
  await serve();
  expect(await state()).toMatchObject({ failures: 2 });
  work = async () => undefined;
  later(0.5);
  await serve();
  expect(await state()).toMatchObject({
    last: { outcome: 'done' },
    failures: 0,
    succeeded_at: now.toISOString(),
  });
});

test('a run whose server died is recorded as stopped, and repeated at once', async () => {
  await db.run(sql`insert into upkeep_run (job, started_at) values ('tidying', ${begin})`);
  later(0.01);
  await serve();
  expect(await runs()).toMatchObject([{ outcome: 'stopped', finished_at: null }, { outcome: 'done' }]);
});

test('a run that was stopped twice waits before it is repeated: it may be what ended the server', async () => {
  await db.run(sql`
    insert into upkeep_run (job, started_at, outcome) values ('tidying', ${begin}, 'stopped'), ('tidying', ${begin}, null)`);
  later(0.1);
  await serve();
  expect(await runs()).toMatchObject([{ outcome: 'stopped' }, { outcome: 'stopped', finished_at: null }]);
  later(0.25);
  await serve();
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped', 'done']);
});

test('a clock that was ahead holds nothing up', async () => {
  later(10_000);
  await serve();
  later(1);
  await serve();
  expect(done).toBe(2);
});

test('the last fifty runs are kept, and the last success beyond them', async () => {
  await serve();
  await db.run(sql`
    insert into upkeep_run (job, started_at, outcome)
    select 'tidying', ${begin}::timestamptz + n * interval '1 minute', 'failed' from generate_series(1, 70) n`);
  later(2);
  work = () => Promise.reject(new Error('again'));
  await serve();
  const kept = await runs();
  expect(kept).toHaveLength(51);
  expect(kept[0]).toMatchObject({ outcome: 'done' });
  expect(kept.at(-1)).toMatchObject({ outcome: 'failed', parts: [{ failure: 'again' }, {}] });
});
