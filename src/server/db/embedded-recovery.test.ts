import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { databaseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { prepareCluster } from './embedded-cluster.ts';
import { ask, collectingLog, isRunning, password, serverPid, until, workshop } from './embedded-fixture.ts';
import { failureOf, spawnServer } from './embedded-server.ts';

const shop = workshop();
afterAll(shop.clear);

test('a server orphaned by kill -9 of its parent is stopped, and nothing it committed is lost', async () => {
  const dataDir = shop.folder('orphan');
  const { child, url } = shop.startElsewhere(dataDir);
  await ask(await url, 'create table committed as select 7 as n');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const orphan = serverPid(dataDir);
  expect(isRunning(orphan)).toBe(true);

  const { log, lines } = collectingLog();
  const server = await shop.start(dataDir, { log });
  expect(isRunning(orphan)).toBe(false);
  expect(lines[0]).toContain(`(process ${orphan}) that an earlier, killed Lanjing left running`);
  expect(await ask(server.url, 'select n from committed')).toBe(7);
});

test('a start killed in the middle of initdb is made good by the next one', async () => {
  const dataDir = shop.folder('killed-initdb');
  const { child } = shop.startElsewhere(dataDir);
  await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.partial-')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const server = await shop.start(dataDir);
  expect(await ask(server.url, 'select 1')).toBe(1);
});

test('a server that is killed comes back by itself, at the same address', async () => {
  const dataDir = shop.folder('killed-server');
  const { log, lines } = collectingLog();
  const server = await shop.start(dataDir, { log });
  await ask(server.url, 'create table kept as select 1 as n');
  for (const round of [1, 2]) {
    const pid = serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => !isRunning(pid));
    expect(await until(() => ask(server.url, 'select n from kept'))).toBe(1);
    await until(() => lines.filter((line) => line === 'the database server runs again').length === round);
  }
});

test('a killed server and its killed parent leave a data folder that starts again at once', async () => {
  const dataDir = shop.folder('both-killed');
  const { child, url } = shop.startElsewhere(dataDir);
  await url;
  // A busy session keeps the shared memory for a moment after the server was killed.
  const session = ask(await url, 'select pg_sleep(30)').catch(() => undefined);
  const pid = serverPid(dataDir);
  child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  const server = await shop.start(dataDir);
  expect(await ask(server.url, 'select 1')).toBe(1);
  await session;
});

test('stopping while the server is being revived leaves nothing behind', async () => {
  const dataDir = shop.folder('stopped-while-down');
  const server = await shop.start(dataDir);
  process.kill(serverPid(dataDir), 'SIGKILL');
  await server.stop();
  await expect(ask(server.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a parent that just ends takes its server with it', async () => {
  const dataDir = shop.folder('parent-ends');
  const { child, url } = shop.startElsewhere(dataDir);
  await url;
  const pid = serverPid(dataDir);
  expect(isRunning(pid)).toBe(true);
  child.kill('SIGUSR2');
  await once(child, 'exit');
  await until(() => !isRunning(pid));
});

test('a port that somebody else took meanwhile is recognised as such', async () => {
  const home = shop.folder('port');
  const account = databaseAccount(home);
  const binaries = await findBinaries({ binDir: undefined, account, copiesIn: home });
  const cluster = await prepareCluster({ home, password, binaries, account });
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const options = { cluster, binaries, account, logFile: join(home, 'postgres.log'), settings: {} };
  await spawnServer(
    { ...options, settings: { unix_socket_directories: '', listen_addresses: '127.0.0.1' } },
    port,
  ).ended;
  taken.close();
  expect(failureOf(options, 0)).toBe('port-taken');
});
