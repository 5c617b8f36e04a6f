import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkFreeSpace, openDataDir } from './data-dir.ts';
import { processId } from './process-id.ts';

const home = mkdtempSync(join(tmpdir(), 'lanjing-data-dir-'));
afterAll(() => rmSync(home, { recursive: true }));
let count = 0;
const fresh = () => join(home, `${++count}`, 'data');
const isRoot = process.getuid?.() === 0;
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the data folder and its secrets are closed to other users', async () => {
  const path = fresh();
  const { release } = await openDataDir(path);
  release();
  expect(modeOf(path)).toBe(isRoot ? 0o711 : 0o700);
  expect(modeOf(join(path, 'logs'))).toBe(0o700);
  expect(modeOf(join(path, 'secrets.json'))).toBe(0o600);
});

test('secrets are made once, all different, and kept', async () => {
  const path = fresh();
  const first = await openDataDir(path);
  first.release();
  const second = await openDataDir(path);
  second.release();
  expect(second.secrets).toEqual(first.secrets);
  expect(new Set(Object.values(first.secrets)).size).toBe(3);
});

test('damaged secrets are reported, not replaced: replacing them would lock everybody out', async () => {
  const path = fresh();
  (await openDataDir(path)).release();
  writeFileSync(join(path, 'secrets.json'), '{"token_secret":');
  await expect(openDataDir(path)).rejects.toThrow('is damaged; put it back from a backup.');
  expect(readFileSync(join(path, 'secrets.json'), 'utf8')).toBe('{"token_secret":');
});

test('a second instance on the same folder is refused while the first one runs', async () => {
  const path = fresh();
  const first = await openDataDir(path);
  await expect(openDataDir(path)).rejects.toThrow(
    `The data folder ${path} is in use by another Lanjing (process ${process.pid}); stop it first or set DATA_DIR to another folder.`,
  );
  first.release();
  (await openDataDir(path)).release();
});

test('of many instances started together exactly one gets the folder, even over a stale lock', async () => {
  const path = fresh();
  (await openDataDir(path)).release();
  writeFileSync(join(path, 'lanjing.lock'), JSON.stringify({ pid: 2 ** 22 - 1, started: 'boot:1' }));
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => openDataDir(path)));
  const winners = results.filter((result) => result.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  winners[0]?.value.release();
});

test('the lock of an instance that was killed is taken over', async () => {
  const path = fresh();
  (await openDataDir(path)).release();
  const other = spawn('sleep', ['60']);
  await once(other, 'spawn');
  writeFileSync(join(path, 'lanjing.lock'), JSON.stringify(processId(other.pid ?? 0)));
  await expect(openDataDir(path)).rejects.toThrow(`(process ${other.pid})`);
  other.kill('SIGKILL');
  await once(other, 'exit');
  (await openDataDir(path)).release();
});

test('a process that was given the pid of a killed instance is not mistaken for it', async () => {
  const path = fresh();
  (await openDataDir(path)).release();
  writeFileSync(
    join(path, 'lanjing.lock'),
    JSON.stringify({ pid: process.ppid, started: 'last-boot:12345' }),
  );
  (await openDataDir(path)).release();
});

test('a lock file cut off in the middle does not keep the folder locked', async () => {
  const path = fresh();
  (await openDataDir(path)).release();
  writeFileSync(join(path, 'lanjing.lock'), '');
  (await openDataDir(path)).release();
});

test('a folder that may not be written to is refused in one sentence', async () => {
  // Root ignores mode bits, but cannot create folders in /sys.
  const closed = isRoot ? '/sys' : join(home, 'closed');
  if (!isRoot) mkdirSync(closed, { mode: 0o500 });
  const path = join(closed, 'lanjing');
  await expect(openDataDir(path)).rejects.toThrow(
    new RegExp(
      `^The data folder ${path} cannot be written to \\(E[A-Z]+\\); change its owner or set DATA_DIR`,
    ),
  );
});

test('a file in the place of the data folder is refused in one sentence', async () => {
  const path = join(home, 'file');
  writeFileSync(path, '');
  await expect(openDataDir(path)).rejects.toThrow(`The data folder ${path} is not a folder`);
  await expect(openDataDir(join(path, 'below'))).rejects.toThrow('below is not a folder');
});

test('a folder that cannot be made at all is refused in one sentence', async () => {
  await expect(openDataDir('/proc/lanjing')).rejects.toThrow(
    'The data folder /proc/lanjing cannot be made (ENOENT); set DATA_DIR to another place.',
  );
});

test('too little free space is refused with the numbers', async () => {
  await expect(checkFreeSpace(home, 2 ** 60)).rejects.toThrow(
    /^The disk that holds .* is full: \d+ MB are free and Lanjing needs \d+ MB to start\.$/,
  );
  await checkFreeSpace(home, 1);
});

test('servers with a database elsewhere share a folder and its secrets, each with logs of its own', async () => {
  const path = fresh();
  // In parallel: the second one waits for the secrets of the first.
  const [one, other] = await Promise.all([openDataDir(path, '3001'), openDataDir(path, '3002')]);
  expect(other.secrets).toEqual(one.secrets);
  expect(other.logs).not.toBe(one.logs);
  expect(other.place).not.toBe(one.place);
  // The port of the running one.
  const taken = one.place === path ? '3002' : '3001';
  await expect(openDataDir(path, taken)).rejects.toThrow(`with the port ${taken}`);
  expect(modeOf(other.logs)).toBe(0o700);
  one.release();
  other.release();
  await expect(openDataDir(path)).resolves.toMatchObject({ logs: join(path, 'logs') });
});
