import { expect, test } from 'vitest';
import { freePort } from '#server/db/embedded-server.ts';
import { sql } from '#server/db/sql.ts';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { testApp } from '#test/helpers/app.ts';
import { Importer, storedRows } from '#test/helpers/history-import.ts';

/** Enough to be caught on the way. */
function minutesOf(mn: string): string {
  const lines = Array.from({ length: 30_000 }, (_, at) => {
    const clock = new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString().slice(0, 16).replace('T', ' ');
    return `${mn},${clock},${at % 97}`;
  });
  return ['MN,时间,PM2.5', ...lines].join('\n');
}

test('an import that a restart of the server broke off goes on by itself', async () => {
  const own = await testApp({ PORT: String(await freePort()) });
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
