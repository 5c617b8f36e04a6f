import { expect, test } from 'vitest';
import { readConfig } from '#server/instance/config.ts';
import { disksOf, type Look, shortOf } from './disks.ts';

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
