import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, isRunning, password, serverPid, until, workshop } from './embedded-fixture.ts';
import type { Embedded } from './embedded-supervisor.ts';

const shop = workshop();
afterAll(shop.clear);

describe('a running embedded database', () => {
  const dataDir = shop.folder('plain');
  let server: Embedded;
  beforeAll(async () => {
    server = await shop.start(dataDir);
  });

  test('speaks only on the loopback address and its own socket, and only to those who know the password', async () => {
    const [onLoopback = ''] = server.url.split('?');
    expect(onLoopback).toMatch(/^postgres:\/\/lanjing:.*@127\.0\.0\.1:\d+\/lanjing$/);
    expect(await ask(server.url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(server.url, 'show unix_socket_directories')).toBe(join(dataDir, 'sockets'));
    expect(await ask(server.url, 'select inet_server_addr()')).toBeNull();
    expect(await ask(onLoopback, 'select inet_server_addr() is not null')).toBe(true);
    expect(statSync(join(dataDir, 'sockets')).mode & 0o777).toBe(0o700);
    for (const url of [server.url, onLoopback]) {
      await expect(ask(url.replace(password, 'guess'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    }
    const rules = await ask(server.url, 'select array_agg(distinct auth_method) from pg_hba_file_rules');
    expect(rules).toEqual(['scram-sha-256']);
  });

  test('does without a socket where its path would be too long for one', async () => {
    const deep = shop.folder('deep'.repeat(20));
    const plain = await shop.start(deep);
    expect(plain.url).not.toContain('?');
    expect(await ask(plain.url, 'show unix_socket_directories')).toBe('');
    await plain.stop('immediate');
  });

  test('stores UTF-8 with checksums, in UTC, and sorts Chinese names as people do', async () => {
    expect(await ask(server.url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(server.url, 'show data_checksums')).toBe('on');
    expect(await ask(server.url, 'show timezone')).toBe('UTC');
    const sorted = `select string_agg(name, '' order by name collate "zh-x-icu") from unnest('{张,李,阿}'::text[]) name`;
    expect(await ask(server.url, sorted)).toBe('阿李张');
    expect(await ask(server.url, `select upper('é')`)).toBe('É');
  });

  test('has the settings that paid in the storage trial', async () => {
    const shown = `select string_agg(current_setting(name), ' ') from
      unnest('{shared_buffers,max_wal_size,wal_compression,random_page_cost,jit,max_connections}'::text[]) name`;
    expect(await ask(server.url, shown)).toBe('256MB 4GB pglz 1.1 off 100');
  });

  test('lives in a process group of its own, so that Ctrl-C reaches Node first', () => {
    const groupOf = (pid: number | 'self') =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[2];
    expect(groupOf(serverPid(dataDir))).toBe(String(serverPid(dataDir)));
    expect(groupOf(serverPid(dataDir))).not.toBe(groupOf('self'));
  });

  test('is gone after stop, and comes back with its data', async () => {
    await ask(server.url, 'create table kept as select 42 as answer');
    const pid = serverPid(dataDir);
    await server.stop();
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    server = await shop.start(dataDir);
    expect(await ask(server.url, 'select answer from kept')).toBe(42);
  });

  test('does not wait for somebody who stays connected', async () => {
    const session = ask(server.url, 'select pg_sleep(60)').catch((error: unknown) => error);
    await until(() =>
      ask(server.url, `select count(*) from pg_stat_activity where query ~ '^select pg_sleep'`),
    );
    const began = Date.now();
    await server.stop();
    expect(Date.now() - began).toBeLessThan(5000);
    expect(await session).toMatchObject({ code: '57P01' });
    server = await shop.start(dataDir);
  });

  test('empties a log that grew beyond 10 MB when it starts', async () => {
    await server.stop();
    const log = join(dataDir, 'logs', 'postgres.log');
    truncateSync(log, 11 * 1024 * 1024);
    server = await shop.start(dataDir);
    expect(statSync(log).size).toBeLessThan(100_000);
  });

  test('refuses a password that is not its own in one sentence and leaves nothing running', async () => {
    await server.stop();
    const other = shop.start(dataDir, { password: 'of another data folder' });
    await expect(other).rejects.toThrow(
      'The embedded database does not accept the password in secrets.json; put both back from the same backup.',
    );
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('refuses a cluster made by another version in one sentence', async () => {
    const made = join(dataDir, 'postgres', 'PG_VERSION');
    const version = readFileSync(made, 'utf8');
    writeFileSync(made, '14\n');
    await expect(shop.start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 14, but the programs are version \d+/,
    );
    writeFileSync(made, version);
  });

  test('whose configuration was broken by hand says what is wrong with it', async () => {
    const settings = { shared_buffers: 'lots' };
    await expect(shop.start(dataDir, { settings })).rejects.toThrow(
      /^The embedded database did not start: invalid value for parameter "shared_buffers": "lots" \(more in .*postgres\.log\)\.$/,
    );
  });
});

test('what a killed initdb left behind is cleared away', async () => {
  const dataDir = shop.folder('half');
  const partial = join(dataDir, 'postgres.partial-1');
  mkdirSync(partial);
  writeFileSync(join(partial, 'PG_VERSION'), '18\n');
  const server = await shop.start(dataDir);
  expect(existsSync(partial)).toBe(false);
  expect(await ask(server.url, 'select 1')).toBe(1);
});

test('a stale pid file whose number now belongs to another program does not stop the start', async () => {
  const dataDir = shop.folder('stale');
  await (await shop.start(dataDir)).stop();
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n*\n`,
  );
  const server = await shop.start(dataDir);
  expect(await ask(server.url, 'select 1')).toBe(1);
});

test('a folder without programs in POSTGRES_BIN is named in the sentence', async () => {
  const binDir = shop.folder('no-programs');
  await expect(shop.start(shop.folder('unused'), { binDir })).rejects.toThrow(
    `The variable POSTGRES_BIN names ${binDir}, where there is no initdb.`,
  );
});

const systemPrograms = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, 'initdb')));

test.runIf(systemPrograms)("a system's own PostgreSQL serves as well, from version 15 on", async () => {
  const dataDir = shop.folder('system');
  const server = await shop.start(dataDir, { binDir: systemPrograms });
  expect(readlinkSync(`/proc/${serverPid(dataDir)}/exe`)).toContain(systemPrograms);
  expect(await ask(server.url, `select 'a' < 'b' collate "zh-x-icu"`)).toBe(true);
});
