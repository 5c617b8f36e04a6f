import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Pool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { readConfig } from '#server/instance/config.ts';
import { type Services, startServices } from '#server/services.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { Client } from '#test/helpers/app.ts';
import { gate } from '#test/helpers/gate.ts';
import { dropDatabase, admin as runAsAdmin } from '#test/helpers/templates.ts';
import { until } from '#test/helpers/until.ts';
import { JobQueue } from './queue.ts';
import { JobRunner, type Worker } from './runner.ts';

/** Enough to be caught on the way, also by a busy machine. */
const ALL = 50_000;
const SOME = 12_000;
const name = `jobs_${randomUUID().replaceAll('-', '')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'lanjing-jobs-'));
const log = pino({ level: 'silent' });
let services: Services;
let admin: Client;

/** The whole server, which these tests also stop and start again. */
async function startAll(): Promise<void> {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  const secret = 'a-secret-only-for-tests-0123456789';
  services = await startServices({
    config: readConfig({ DATA_DIR: dataDir, PORT: '0', GATEWAY_PORT: '0', DEMO_STATIONS: 'false' }, []),
    databaseUrl: url.href,
    secrets: { token_secret: secret, signing_secret: secret, database_password: '' },
    log,
  });
  admin = await new Client(services.address).signIn('admin');
}

beforeAll(async () => {
  await runAsAdmin(inject('adminUrl'), `create database ${name}`);
  await startAll();
  await services.app.pool.run(sql`
    insert into audit_log (entity, entity_id, action, account, after)
    select 'bulk', n::text, case when n <= ${SOME} then 'insert' else 'update' end, '某人',
           jsonb_build_object('remark', repeat('监测', 40), 'n', n)
      from generate_series(1, ${ALL}) as n`);
});
afterAll(async () => {
  await services.stop();
  await dropDatabase(inject('adminUrl'), name);
  rmSync(dataDir, { recursive: true });
});

const startExport = async (format: 'csv' | 'xlsx', narrowed: object = { action: 'insert' }) =>
  (
    await admin.send(jobs.startExport, {
      listing: 'audit',
      format,
      columns: ['entity_id', 'account', 'after'],
      query: { entity: 'bulk', sort: 'audit_id', ...narrowed },
    })
  ).job_id;
const jobOf = (job_id: number) =>
  services.app.pool.one<{ state: string; done: number; fault: string | null }>(
    sql`select state, done, fault, fault_detail, fault_params from job where job_id = ${job_id}`,
  );
const reaches = (job_id: number, reached: (job: { state: string; done: number }) => boolean) =>
  until(
    () => jobOf(job_id),
    (job) => job !== undefined && reached(job),
  );
const underWay = (job_id: number) => reaches(job_id, ({ state, done }) => state === 'running' && done > 0);
const ended = (job_id: number) => reaches(job_id, ({ state }) => state !== 'running' && state !== 'queued');
const pathOf = (job_id: number, format: string) => join(dataDir, 'exports', `${job_id}.${format}`);
const csvLines = (job_id: number) => readFileSync(pathOf(job_id, 'csv'), 'utf8').split('\r\n').length - 2;
/** Connections that are in the middle of something; autovacuum, which comes and goes as it likes, is none of ours. */
const busy = async () =>
  (
    await services.app.pool.one<{ n: number }>(sql`
      select count(*) as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
         and backend_type = 'client backend'`)
  )?.n;

describe('an export', () => {
  test.each(['csv', 'xlsx'] as const)(
    'of fifty thousand rows to %s is complete, and flows into the file as it is read',
    async (format) => {
      const job_id = await startExport(format, {});
      const seen: { read: number; written: number }[] = [];
      const job = await reaches(job_id, ({ state, done }) => {
        if (existsSync(pathOf(job_id, format))) {
          seen.push({ read: done / ALL, written: statSync(pathOf(job_id, format)).size });
        }
        return state !== 'running' && state !== 'queued';
      });
      expect(job).toMatchObject({ state: 'done', done: ALL });
      const whole = statSync(pathOf(job_id, format)).size;
      const onTheWay = seen.filter(({ read }) => read > 0.3 && read < 0.9);
      expect(onTheWay.length).toBeGreaterThan(0);
      // Nothing piles up in between: what has been read is in the file but for a few batches.
      for (const { read, written } of onTheWay) expect(written / whole).toBeGreaterThan(read - 0.25);
      if (format === 'csv') expect(csvLines(job_id)).toBe(ALL);
    },
  );

  test.each(['csv', 'xlsx'] as const)(
    'to %s can be cancelled on the way, and leaves nothing behind',
    async (format) => {
      const job_id = await startExport(format, {});
      await underWay(job_id);
      await admin.send(jobs.cancel, { job_id });
      await expect.poll(() => existsSync(pathOf(job_id, format)), { timeout: 10_000 }).toBe(false);
      expect(await jobOf(job_id)).toMatchObject({ state: 'cancelled' });
      await expect(admin.send(jobs.cancel, { job_id })).rejects.toMatchObject({ envelope: { code: 10 } });
      await expect(admin.send(jobs.download, { job_id })).rejects.toMatchObject({ envelope: { code: 28 } });
      await expect.poll(busy, { timeout: 10_000 }).toBe(0);
    },
  );

  test('fails when its connection breaks, and the next one runs', async () => {
    const job_id = await startExport('csv', {});
    await underWay(job_id);
    await services.app.pool.run(sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and query like '%audit_log%' and pid <> pg_backend_pid()`);
    expect(await ended(job_id)).toMatchObject({ state: 'failed', fault_detail: 'database_away' });
    expect(existsSync(pathOf(job_id, 'csv'))).toBe(false);
    expect(await ended(await startExport('csv'))).toMatchObject({ state: 'done' });
  });
});

describe('stopping', () => {
  test('in the middle of a job leaves it to the next start, which does it whole', async () => {
    const job_id = await startExport('csv', {});
    const waiting = [await startExport('csv'), await startExport('csv')];
    await underWay(job_id);
    await services.stop();
    expect(existsSync(pathOf(job_id, 'csv'))).toBe(false);
    await startAll();
    for (const id of [job_id, ...waiting]) {
      const lines = id === job_id ? ALL : SOME;
      expect(await ended(id)).toMatchObject({ state: 'done', done: lines });
      expect(csvLines(id)).toBe(lines);
    }
  });

  test('by a crash is no different: what was half written is written again', async () => {
    const job_id = await startExport('csv');
    await ended(job_id);
    await services.stop();
    writeFileSync(pathOf(job_id, 'csv'), 'half');
    const client = new pg.Client({ connectionString: new URL(`/${name}`, inject('adminUrl')).href });
    await client.connect();
    await client.query(
      `update job set state = 'running', done = 7, finished_at = null where job_id = ${job_id}`,
    );
    await client.end();
    await startAll();
    expect(await ended(job_id)).toMatchObject({ state: 'done', done: SOME });
    expect(csvLines(job_id)).toBe(SOME);
  });

  test('leaves only finished files in the folder', async () => {
    const done = await services.app.pool.rows<{ file_path: string }>(
      sql`select file_path from job where state = 'done'`,
    );
    expect(readdirSync(join(dataDir, 'exports')).sort()).toEqual(
      done.map(({ file_path }) => file_path.replace('exports/', '')).sort(),
    );
  });
});

describe('the queue', () => {
  /** A server's runner and the queue that wakes it. */
  const runnerOf = (slow: Worker, pool: Pool = services.app.pool) => {
    const queue = new JobQueue(services.app.pool);
    return [new JobRunner({ ...services.app, pool, jobs: queue }, { slow }), queue] as const;
  };
  const add = (queue: JobQueue, title: string, params: unknown = {}, user_id = admin.user?.user_id ?? 0) =>
    queue.add({ user_id, kind: 'slow', title, params });
  const someoneElse = async () => {
    const row = await services.app.pool.one<{ user_id: number }>(sql`
      select min(user_id) as user_id from user_account where user_id <> ${admin.user?.user_id ?? 0}`);
    return row?.user_id ?? 0;
  };

  test('the jobs of one user leave a place to others', async () => {
    const trail: number[] = [];
    const [opened, open] = gate();
    const slow: Worker = async (_app, { job_id }) => {
      trail.push(job_id);
      await opened;
      return undefined;
    };
    const [runner, queue] = runnerOf(slow);
    const own = [await add(queue, 'own 1'), await add(queue, 'own 2'), await add(queue, 'own 3')];
    await expect.poll(() => trail, { timeout: 10_000 }).toEqual([own[0]]);
    const other = await add(queue, 'other', {}, await someoneElse());
    await expect.poll(() => trail, { timeout: 10_000 }).toEqual([own[0], other]);
    open();
    for (const id of [...own, other]) expect(await ended(id)).toMatchObject({ state: 'done' });
    await runner.stop();
  });

  test('runs two jobs at a time, oldest first, and the rest in their turn', async () => {
    const trail: number[] = [];
    let running = 0;
    let most = 0;
    const [opened, open] = gate();
    const slow: Worker = async (_app, job) => {
      most = Math.max(most, ++running);
      trail.push(job.job_id);
      await opened;
      running -= 1;
      return undefined;
    };
    const [runner, queue] = runnerOf(slow);
    const ids: number[] = [];
    const other = await someoneElse();
    for (let i = 0; i < 6; i++) ids.push(await add(queue, `job ${i}`, {}, i % 2 ? other : undefined));
    await expect.poll(() => running, { timeout: 10_000 }).toBe(2);
    open();
    for (const id of ids) await ended(id);
    expect(most).toBe(2);
    // Of two that begin in the same moment either may be first.
    expect(trail.every((id, index) => Math.abs(ids.indexOf(id) - index) <= 1)).toBe(true);
    await runner.stop();
  });

  test('a job that throws fails alone', async () => {
    const worker: Worker = async (_app, { params }) => {
      if ((params as { fail?: boolean }).fail) throw new Error('broken');
      return undefined;
    };
    const [runner, queue] = runnerOf(worker);
    const bad = await add(queue, 'bad', { fail: true });
    const good = await add(queue, 'good');
    expect(await ended(bad)).toMatchObject({
      state: 'failed',
      fault: 'processing_failed',
      fault_detail: 'unknown_error',
      fault_params: { request_id: `job-${bad}` },
    });
    expect(await ended(good)).toMatchObject({ state: 'done' });
    await runner.stop();
  });

  test('a file that is ready when its job has just been cancelled is thrown away', async () => {
    const worker: Worker = async (app, { job_id }) => {
      writeFileSync(join(dataDir, 'exports', `late-${job_id}`), 'x');
      await app.pool.run(sql`update job set state = 'cancelled' where job_id = ${job_id}`);
      return { file_path: join('exports', `late-${job_id}`) };
    };
    const [runner, queue] = runnerOf(worker);
    const job_id = await add(queue, 'late');
    await ended(job_id);
    await runner.stop();
    expect(await jobOf(job_id)).toMatchObject({ state: 'cancelled' });
    expect(existsSync(join(dataDir, 'exports', `late-${job_id}`))).toBe(false);
  });

  test('a job whose end could not be written down is done again when the database is back', async () => {
    let tries = 0;
    const worker: Worker = async (app) => {
      tries += 1;
      if (tries === 1) await app.pool.run(sql`alter table job rename to job_away`);
      return undefined;
    };
    const { pool } = services.app;
    const refused: string[] = [];
    const noted: Pool = {
      ...pool,
      run: (statement) =>
        pool.run(statement).catch((error: unknown) => {
          refused.push(statement.text.join());
          throw error;
        }),
    };
    const [runner, queue] = runnerOf(worker, noted);
    const job_id = await add(queue, 'unlucky');
    // Neither its success nor its failure could be stored: only then the table comes back.
    for (const state of ['done', 'failed'])
      await expect
        .poll(() => refused.some((text) => text.includes(`state = '${state}'`)), { timeout: 10_000 })
        .toBe(true);
    await services.app.pool.run(sql`alter table job_away rename to job`);
    expect(await ended(job_id)).toMatchObject({ state: 'done' });
    expect(tries).toBe(2);
    await runner.stop();
  });

  test('a job that is added while the queue is just being found empty is not forgotten', async () => {
    const [runner, queue] = runnerOf(async () => undefined);
    for (let round = 0; round < 30; round++) {
      const ids = await Promise.all([add(queue, 'a'), add(queue, 'b')]);
      // The next ones come in while both runners look for more.
      for (const id of ids) await reaches(id, ({ state }) => state === 'done');
      ids.push(...(await Promise.all([add(queue, 'c'), add(queue, 'd'), add(queue, 'e')])));
      for (const id of ids) await ended(id);
    }
    await runner.stop();
  });

  test('another server’s job stays with it, however long it takes, and is taken over once its lease is over', async () => {
    const [opened, open] = gate();
    let begun = 0;
    const patient: Worker = async () => {
      begun += 1;
      await opened;
      return undefined;
    };
    const [[one, queue], [other]] = [runnerOf(patient), runnerOf(patient)];
    const [kept, left] = [await add(queue, 'kept'), await add(queue, 'left', {}, await someoneElse())];
    await reaches(left, ({ state }) => state === 'running');
    await other.start();
    expect([await jobOf(kept), await jobOf(left)]).toMatchObject([
      { state: 'running' },
      { state: 'running' },
    ]);
    expect(begun).toBe(2);
    // As after a crash of its server: nobody renews the lease any more.
    const crashed = randomUUID();
    await services.app.pool.run(sql`
      update job set taken_by = ${crashed}, lease_until = now() + interval '1 second' where job_id = ${left}`);
    await expect.poll(() => begun, { timeout: 60_000 }).toBe(3);
    open();
    for (const id of [kept, left]) expect(await ended(id)).toMatchObject({ state: 'done' });
    await Promise.all([one.stop(), other.stop()]);
  });

  test('a lease is renewed while its job runs', async () => {
    const [opened, open] = gate();
    const [runner, queue] = runnerOf(async () => {
      await opened;
      return undefined;
    });
    const job_id = await add(queue, 'long');
    const leased = () =>
      services.app.pool.one<{ lease_until: string | null }>(
        sql`select lease_until from job where job_id = ${job_id} and state = 'running'`,
      );
    await expect.poll(leased).toBeDefined();
    const first = (await leased())?.lease_until ?? '';
    await expect
      .poll(async () => ((await leased())?.lease_until ?? '') > first, { timeout: 60_000 })
      .toBe(true);
    open();
    expect(await ended(job_id)).toMatchObject({ state: 'done' });
    await runner.stop();
  });

  test('stopping waits for what runs', async () => {
    const trail: string[] = [];
    const [opened, open] = gate();
    const worker: Worker = async () => {
      await opened;
      trail.push('finished');
      return undefined;
    };
    const [runner, queue] = runnerOf(worker);
    const job_id = await add(queue, 'last');
    await reaches(job_id, ({ state }) => state === 'running');
    const stopping = runner.stop().then(() => trail.push('stopped'));
    // The database has answered since: an end that did not wait would have come before it.
    expect(await jobOf(job_id)).toMatchObject({ state: 'running' });
    expect(trail).toEqual([]);
    open();
    await stopping;
    expect(trail).toEqual(['finished', 'stopped']);
  });
});
