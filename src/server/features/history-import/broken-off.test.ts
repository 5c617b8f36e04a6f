import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { Importer, storedRows } from '#test/helpers/history-import.ts';
import { idlePort } from '#test/helpers/idle-port.ts';
import { admin } from '#test/helpers/templates.ts';

/** Long enough to be interrupted. */
function minutesOf(mn: string, length = 30_000): string {
  const lines = Array.from({ length }, (_, at) => {
    const clock = new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString().slice(0, 16).replace('T', ' ');
    return `${mn},${clock},${at % 97}`;
  });
  return ['MN,时间,PM2.5', ...lines].join('\n');
}

test('an import that a restart of the server broke off goes on by itself', async () => {
  const own = await testApp({ PORT: String(await idlePort()) });
  await own.db.run(sql`insert into site (mn, site_name) values ('AGAIN', '再来')`);
  const again = new Importer(await own.login('admin'));
  const checked = await again.check(minutesOf('AGAIN'), { data_type: 'minute' });
  const client = await own.login('manager');
  const { import_id } = checked;
  await client.send(historyImportCalls.run, { import_id });
  const written = async () => (await again.one(import_id)).written;
  await expect.poll(written, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  await own.restart();
  const done = await again.settled(import_id);
  expect(done).toMatchObject({ status: 'done', written: 30_000, left_out: 0 });
  expect(await again.undo(done)).toMatchObject({ status: 'done', removed: 30_000, kept: 0 });
}, 120_000);

test('what was stored, and not yet counted when it broke off, is stored and counted once', async () => {
  const app = await testApp();
  const importer = new Importer(await app.login('admin'));
  await app.db.run(sql`insert into site (mn, site_name) values ('COUNTED', '数一次')`);
  const checked = await importer.check(minutesOf('COUNTED', 2500), { data_type: 'minute' });
  const rows = async () => (await storedRows(app, 'COUNTED', 'minute')).length;

  // Each stage fails in its second step, after the rows are stored.
  let mend = await inBetween(app, 'new.written = 2000');
  expect(await importer.run(checked)).toMatchObject({ status: 'failed', written: 1000 });
  expect(await rows()).toBe(2000);
  await mend();
  const done = await importer.run(checked);
  expect(done).toMatchObject({ status: 'done', written: 2500, left_out: 0 });

  mend = await inBetween(app, 'new.taken_back = 2000');
  expect(await importer.undo(done)).toMatchObject({ status: 'failed', removed: 1000 });
  expect(await rows()).toBe(500);
  await mend();
  expect(await importer.undo(done)).toMatchObject({ status: 'done', removed: 2500, restored: 0, kept: 0 });
  expect(await rows()).toBe(0);
});

/** Makes the transaction that records the progress fail, like a crash at that moment. */
async function inBetween({ db, databaseUrl }: TestApp, when: string): Promise<() => Promise<unknown>> {
  await db.run(sql`
    create function ends() returns trigger language plpgsql as $$ begin raise exception 'the server ends'; end $$`);
  await admin(
    databaseUrl,
    `create trigger ends before update on history_import_progress for each row when (${when}) execute function ends()`,
  );
  return () => db.run(sql`drop function ends() cascade`);
}

test('an import that is stopped goes on where it was, and undo takes away what was written so far', async () => {
  const app = await testApp();
  const admin = await app.login('admin');
  const importer = new Importer(admin);
  const mn = 'STOPPED';
  await app.db.run(sql`insert into site (mn, site_name) values (${mn}, '停下')`);
  const checked = await importer.check(minutesOf(mn), { data_type: 'minute' });
  expect(checked).toMatchObject({ good: 30_000, bad: 0 });
  const { import_id } = checked;
  const written = async () => (await importer.one(import_id)).written;
  await admin.send(historyImportCalls.run, { import_id });
  await expect.poll(written, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  await admin.send(historyImportCalls.stop, { import_id });
  const stopped = await importer.settled(import_id);
  expect(stopped).toMatchObject({ stage: 'import', status: 'stopped' });
  const rows = async () => (await storedRows(app, mn, 'minute')).length;
  await expect.poll(async () => (await rows()) === (await written())).toBe(true);

  const done = await importer.run(stopped);
  expect(done).toMatchObject({ status: 'done', written: 30_000 });
  expect(await rows()).toBe(30_000);
  expect(await importer.undo(done)).toMatchObject({ removed: 30_000, kept: 0 });
  expect(await rows()).toBe(0);
}, 120_000);
