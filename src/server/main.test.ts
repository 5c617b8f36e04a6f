import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { isRunning, serverPid, until } from './db/embedded-fixture.ts';
import { freePort } from './db/embedded-server.ts';
import { projectRoot } from './instance/project-root.ts';

const home = mkdtempSync(join(tmpdir(), 'lanjing-main-'));
chmodSync(home, 0o711);
const running = new Set<{ child: ChildProcess; ended: Promise<unknown> }>();
let count = 0;
const newDataDir = () => join(home, String(++count));

// Stops what a failed test has left running.
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  running.clear();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function launch(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [...inject('serverProgram'), ...args], {
    cwd: projectRoot,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', GATEWAY_PORT: '0', DEMO_STATIONS: 'false', ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...said }));
  running.add({ child, ended });
  return { child, said, ended, up: () => until(() => said.out.includes('Ctrl-C stops it'), 100) };
}

test('a start says where to open it, which accounts there are and where the data is', async () => {
  const dataDir = newDataDir();
  const { child, said, ended, up } = launch({ DATA_DIR: dataDir });
  await up();
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0] ?? '';
  expect((await fetch(address)).status).toBeLessThan(500);
  expect(said.out).toContain('Demo accounts');
  expect(said.out).toContain(dataDir);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('Ctrl-C, and its echo from npm, stop it once: cleanly, database and lock included', async () => {
  const dataDir = newDataDir();
  const { child, ended, up } = launch({ DATA_DIR: dataDir });
  await up();
  const database = serverPid(dataDir);
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(isRunning(database)).toBe(false);
  expect(existsSync(join(dataDir, 'lanjing.lock'))).toBe(false);
  const log = readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});

test('Ctrl-C in the middle of the first start leaves nothing running', async () => {
  const dataDir = newDataDir();
  const { child, ended } = launch({ DATA_DIR: dataDir });
  await until(() => existsSync(join(dataDir, 'logs')));
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(existsSync(join(dataDir, 'lanjing.lock'))).toBe(false);
});

test('a second Ctrl-C by an impatient person forces the end, and the database still goes', async () => {
  const dataDir = newDataDir();
  const { child, ended, up } = launch({ DATA_DIR: dataDir });
  await up();
  const database = serverPid(dataDir);
  // A stopped database makes the shutdown hang.
  process.kill(database, 'SIGSTOP');
  child.kill('SIGINT');
  await sleep(1200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 1 });
  process.kill(database, 'SIGCONT');
  await until(() => !isRunning(database));
});

test('a port in use is one sentence, and the database does not stay behind', async () => {
  const dataDir = newDataDir();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { ended } = launch({ DATA_DIR: dataDir, PORT: String(port) });
  const { code, err } = await ended;
  other.close();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use; [^\\n]*\\n$`));
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a data folder in use is one sentence, and the instance in it is left alone', async () => {
  const dataDir = newDataDir();
  const first = launch({ DATA_DIR: dataDir });
  await first.up();
  const { code, err } = await launch({ DATA_DIR: dataDir }).ended;
  expect(code).toBe(1);
  expect(err).toBe(
    `The data folder ${dataDir} is in use by another Lanjing (process ${first.child.pid}); stop it first or set DATA_DIR to another folder.\n`,
  );
  expect(isRunning(serverPid(dataDir))).toBe(true);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
});

test('a bad variable, an unknown option and a database out of reach are one sentence each', async () => {
  const outcomes = await Promise.all([
    launch({ PORT: 'eighty' }).ended,
    launch({}, ['--demo=no']).ended,
    launch({ DATA_DIR: newDataDir(), DATABASE_URL: `postgres://me@127.0.0.1:${await freePort()}/x` }).ended,
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([1, 1, 1]);
  expect(outcomes.map(({ err }) => err.replace(/:\d+/g, ':port'))).toEqual([
    'The variable PORT must be a whole number; "eighty" is not.\n',
    'Unknown option in "--demo=no"; the only one is --no-demo.\n',
    'The database at 127.0.0.1:port/x cannot be reached (connect ECONNREFUSED 127.0.0.1:port); check DATABASE_URL.\n',
  ]);
});

test('it runs on when nobody reads what it says any more', async () => {
  const dataDir = newDataDir();
  const { child, ended, up } = launch({ DATA_DIR: dataDir });
  await up();
  child.stdout.destroy();
  child.stderr.destroy();
  // Provoke a warning.
  process.kill(serverPid(dataDir), 'SIGKILL');
  const log = join(dataDir, 'logs', 'server.log');
  await until(() => /"level":[45]0/.test(readFileSync(log, 'utf8')));
  await until(() => isRunning(serverPid(dataDir)));
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  // Broken database connections may be logged by the driver or the pool, but a closed stdout must not be.
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('EPIPE') && !/node_modules\/pg|database/.test(line))).toEqual(
    [],
  );
});

test('after kill -9 the next start finds its data and its secrets', async () => {
  const dataDir = newDataDir();
  const first = launch({ DATA_DIR: dataDir });
  await first.up();
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  first.child.kill('SIGKILL');
  await first.ended;
  const again = launch({ DATA_DIR: dataDir });
  await again.up();
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets);
  again.child.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
});
