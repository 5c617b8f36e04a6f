import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { readConfig } from '#server/instance/config.ts';
import { notices } from '#shared/contract/access/personal.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { disksOf, type Look, shortOf } from './disks.ts';
import { tellShortages } from './shortage.ts';

const GB = 1024 ** 3;
const space =
  (free: number, total: number, device = 1): Look =>
  async () => ({ free: free * GB, total: total * GB, device });
const config = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: '/data', ...env }, []);

test.each([
  [100, 1000, undefined],
  [9.9, 1000, 'warning'],
  [1.9, 1000, 'critical'],
  [2.9, 20, 'warning'],
  [3.1, 20, undefined],
  [0.9, 20, 'critical'],
])('%d GB free of %d are %s', async (free, total, level) => {
  const [disk] = await disksOf(config(), space(free, total));
  expect(disk && shortOf(disk)).toBe(level);
});

test('the configuration may want more, or less', async () => {
  const wanted = config({ DISK_WARNING_GB: '200', DISK_CRITICAL_GB: '1' });
  const level = async (free: number) =>
    (await disksOf(wanted, space(free, 1000))).map((disk) => shortOf(disk));
  expect([await level(199), await level(1.5), await level(0.5)]).toEqual([
    ['warning'],
    ['warning'],
    ['critical'],
  ]);
});

test('a database that was moved to another disk is looked at there, and one of your own not at all', async () => {
  const apart: Look = (path) => space(50, 100, path.endsWith('postgres') ? 2 : 1)(path);
  const holds = async (env: Record<string, string>, look: Look) =>
    (await disksOf(config(env), look)).map((disk) => disk.holds);
  expect(await holds({}, space(50, 100))).toEqual(['all']);
  expect(await holds({}, apart)).toEqual(['files', 'database']);
  expect(await holds({ DATABASE_URL: 'postgres://a@b/c' }, apart)).toEqual(['files']);
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.run(sql`delete from message`);
  await app.db.run(sql`delete from told_shortage`);
});

const free = async (gb: number) => tellShortages(app.app, await disksOf(config(), space(gb, 1000)));
/** Newest first. */
const subjects = async (account: string) => {
  const rows = await app.db.rows<{ subject: string }>(sql`
    select subject from message
     where channel = 'in_app' and kind = 'platform' and recipient = ${account} order by message_id desc`);
  return rows.map(({ subject }) => subject);
};
const low = '磁盘空间不足 · Disk space is running short';
const full = '磁盘即将写满 · The disk is nearly full';

test('those who look after the platform are told once when space runs short and once when it is critical', async () => {
  for (const gb of [50, 9.9, 9.8, 9.9]) await free(gb);
  expect(await subjects('manager')).toEqual([low]);
  for (const gb of [1.9, 1.8, 5, 1.5]) await free(gb);
  expect(await subjects('manager')).toEqual([full, low]);
  expect(await subjects('admin')).toEqual([full, low]);
  expect(await subjects('operator')).toEqual([]);
});

test('it is told anew after there was clearly enough, and not after a little more', async () => {
  await free(9.9);
  await free(10.5);
  await free(9.9);
  expect(await subjects('manager')).toEqual([low]);
  await free(20);
  await free(9.9);
  expect(await subjects('manager')).toEqual([low, low]);
});

test('several servers tell it once', async () => {
  await Promise.all([free(9.9), free(9.9), free(9.9)]);
  expect(await subjects('manager')).toEqual([low]);
});

test('who does not want to be told of the platform is not', async () => {
  const manager = await app.login('manager');
  const none = { email: '', in_app: [], by_sms: [], by_email: [] };
  await manager.send(notices.set, none);
  await free(1);
  expect(await subjects('manager')).toEqual([]);
  await manager.send(notices.set, { ...none, in_app: ['platform'] });
});
