import { beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { MAX_UPLOADS } from '#server/files/uploads.ts';
import { uploads } from '#shared/contract/files/files.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { newDatabase } from '#test/helpers/database.ts';
import { gate } from '#test/helpers/gate.ts';
import { JobQueue, MAX_ASKED } from './queue.ts';
import { JobRunner, type Worker } from './runner.ts';

let app: TestApp;
let operator: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp({ FILE_MAX_MB: '1' });
  operator = await app.login('operator');
  admin = await app.login('admin');
});

const MB = 1024 * 1024;
const isRefused = (detail: string) => ({ envelope: { detail } });
const outcomes = async (works: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(works);
  const refused = settled.filter(({ status }) => status === 'rejected');
  return { taken: settled.length - refused.length, refused };
};

describe('unfinished uploads of a user', () => {
  const begin = (client: Client, file_name: string, size = 10) =>
    client.send(uploads.begin, { file_name, size, purpose: 'attachment' });

  test('are limited in number, also when all are begun at once, and a cancelled one makes room', async () => {
    const names = Array.from({ length: MAX_UPLOADS + 10 }, (_, index) => `file-${index}.csv`);
    const { taken, refused } = await outcomes(names.map((name) => begin(operator, name)));
    expect(taken).toBe(MAX_UPLOADS);
    for (const one of refused)
      expect(one).toMatchObject({ reason: { fault: 'upload_failed', ...isRefused('too_many_uploads') } });
    // One that is there already is taken up again, and others have their own share.
    const [first] = (await operator.send(uploads.unfinished, { purpose: 'attachment' })).uploads;
    if (!first) throw new Error('no upload');
    expect((await begin(operator, first.file_name)).upload_id).toBe(first.upload_id);
    await begin(admin, 'mine.csv');
    await operator.send(uploads.cancel, { upload_id: first.upload_id });
    await begin(operator, 'another.csv');
    await expect(begin(operator, 'one-too-many.csv')).rejects.toMatchObject(isRefused('too_many_uploads'));
  });

  test('take four times the largest file together', async () => {
    const manager = await app.login('manager');
    for (const name of ['a', 'b', 'c', 'd']) await begin(manager, `${name}.csv`, MB);
    await expect(begin(manager, 'e.csv', 1)).rejects.toMatchObject(isRefused('too_many_uploads'));
  });
});

describe('jobs of a user that wait or run', () => {
  test('are limited, also when all are asked for at once; those of the server itself are not', async () => {
    // Without a server, whose runner would take them too.
    const db = openPool(await newDatabase(inject('templates').demo), () => undefined);
    atEnd(() => db.end());
    const [first, second] = await db.rows<{ user_id: number }>(
      sql`select user_id from user_account order by user_id limit 2`,
    );
    const [opened, open] = gate();
    const held: Worker = async () => {
      await opened;
      return undefined;
    };
    const queue = new JobQueue(db);
    const runner = new JobRunner({ ...app.app, pool: db, jobs: queue }, { held });
    const job = { user_id: first?.user_id ?? 0, kind: 'held', title: 'held', params: {} };
    const { taken, refused } = await outcomes(Array.from({ length: MAX_ASKED + 10 }, () => queue.ask(job)));
    expect(taken).toBe(MAX_ASKED);
    for (const one of refused) expect(one).toMatchObject({ reason: { detail: 'too_many_jobs' } });
    await queue.ask({ ...job, user_id: second?.user_id ?? 0 });
    await queue.add(job);
    open();
    await expect
      .poll(() => db.one(sql`select count(*)::integer as left from job where state <> 'done'`), {
        timeout: 30_000,
      })
      .toEqual({ left: 0 });
    await runner.stop();
  });

  test('keep a further export from being asked for, until one is cancelled', async () => {
    const user_id = admin.user?.user_id ?? 0;
    // Of another server, which still holds them.
    await app.db.run(sql`
      insert into job (user_id, kind, title, params, state, taken_by, lease_until)
      select ${user_id}, 'export', 'held', '{}', 'running', gen_random_uuid(), 'infinity'
        from generate_series(1, ${MAX_ASKED}::integer)`);
    const ask = () =>
      admin.send(jobs.startExport, { listing: 'roles', format: 'csv', columns: ['role_name'] });
    await expect(ask()).rejects.toMatchObject({ fault: 'processing_failed', ...isRefused('too_many_jobs') });
    const { data_info } = await admin.send(jobs.list, { page_size: 1 });
    await admin.send(jobs.cancel, { job_id: data_info[0]?.job_id ?? 0 });
    await ask();
  });
});
