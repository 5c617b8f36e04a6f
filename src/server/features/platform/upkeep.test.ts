import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { type UpkeepJob, upkeep } from '#shared/contract/platform/upkeep.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { station } from '#test/helpers/station.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const states = async () => (await admin.send(upkeep.data, {})).data_info;
const stateOf = async (job: UpkeepJob) => (await states()).find((state) => state.job === job);

test('every job has run once by itself after the first start, and says when it comes next', async () => {
  await expect
    .poll(async () => (await states()).map(({ last }) => last?.outcome))
    .toEqual(['done', 'done', 'done']);
  expect((await states()).map(({ job, next_at }) => [job, next_at])).toEqual([
    ['retention', '2026-11-15T08:00:00.000Z'],
    ['tidying', '2026-11-15T08:00:00.000Z'],
    ['deleted_sites', '2026-11-15T08:00:00.000Z'],
  ]);
  expect((await admin.send(upkeep.runs, { job: 'tidying' })).total).toBe(1);
});

test('run now runs it, and the record says who asked and what went', async () => {
  const folder = join(app.config.dataDir, 'exports');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'old.csv');
  writeFileSync(path, 'twelve bytes');
  utimesSync(path, new Date('2026-11-01'), new Date('2026-11-01'));
  const { run_id } = await (await app.login('manager')).send(upkeep.run, { job: 'tidying' });
  await expect.poll(async () => (await stateOf('tidying'))?.last?.outcome).toBe('done');
  const { data_info, total } = await admin.send(upkeep.runs, { job: 'tidying' });
  expect(total).toBe(2);
  expect(data_info[0]).toMatchObject({ run_id, outcome: 'done' });
  expect(data_info[0]?.asked_by).not.toBe('');
  expect(data_info[0]?.parts.find(({ part }) => part === 'exports')).toEqual({
    part: 'exports',
    rows: 0,
    about: false,
    files: 1,
    bytes: 12,
    failure: null,
  });
  expect(data_info[1]?.asked_by).toBeNull();
});

test('what another server is at is refused with its sentence', async () => {
  await app.db.tx({}, async (other) => {
    await other.run(sql`select pg_advisory_xact_lock(hashtext('upkeep'), hashtext('retention'))`);
    await expect(admin.send(upkeep.run, { job: 'retention' })).rejects.toMatchObject({
      fault: 'processing_failed',
      envelope: { message: '这项定期维护正在进行，请等它结束后再试' },
    });
  });
  await expect(admin.send(upkeep.run, { job: 'retention' })).resolves.toMatchObject({});
});

test('the status tells what is: connections, packets, queues, disk, and what it is made of', async () => {
  const line = await station(app.gateway.port);
  line.send('##0000not a packet\r\n##');
  await app.db.run(sql`insert into message (channel, recipient, body) values ('email', 'a@b.example', 'x')`);
  const status = () => admin.send(platformStatus.data, {});
  await expect.poll(async () => (await status()).stations).toBe(1);
  const { database, disks, version, started_at, findings } = await status();
  expect(database).toMatchObject({ messages: { email: 1 }, upkeep: { retention: { failures: 0 } } });
  expect(database?.bytes).toBeGreaterThan(1_000_000);
  expect(disks[0]?.total).toBeGreaterThan(disks[0]?.free ?? 0);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(started_at).toBe(app.clock.now.toISOString());
  expect(await admin.send(platformStatus.findings, {})).toEqual({ findings });
});
