import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, diskFull, StartError } from '#server/instance/start-error.ts';
import { type Account, runAs } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { saysDiskFull } from './embedded-cluster.ts';

export type ServerOptions = {
  cluster: string;
  binaries: Binaries;
  account: Account;
  logFile: string;
  settings: Record<string, string>;
  /** Folder of its Unix socket, if it has one in addition to the port. */
  sockets?: string | undefined;
};

export type ServerProcess = { child: ChildProcess; ended: Promise<void> };

const LARGEST_LOG = 10 * 1024 * 1024;

/** One run of the server, in its own process group: Ctrl-C then reaches only Node, which stops the server. */
export function spawnServer(options: ServerOptions, port: number): ServerProcess {
  const settings = { ...options.settings, port: String(port) };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    const child = spawn(join(options.binaries.bin, 'postgres'), ['-D', options.cluster, ...args], {
      ...runAs(options.account),
      env: options.binaries.env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    return { child, ended };
  } finally {
    closeSync(log);
  }
}

export function keepLogSmall(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) truncateSync(logFile);
}

export type Failure = 'port-taken' | 'still-in-use' | StartError;

/** Why a server ended before it was ready, from what it has logged since `offset`. */
export function failureOf(options: ServerOptions, offset: number): Failure {
  const written = readFileSync(options.logFile).subarray(offset).toString();
  if (written.includes('Address already in use')) return 'port-taken';
  // Sessions of a killed server, and their shared memory, remain for a moment.
  if (/pre-existing shared memory block|lock file ".*" already exists/.test(written)) return 'still-in-use';
  if (saysDiskFull(written)) return diskFull(options.cluster);
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(written)?.[1] ?? 'no reason given';
  return new StartError(`The embedded database did not start: ${reason} (more in ${options.logFile}).`);
}

/** Resolves to true once the database answers on its port, or to false if the server ends first. */
export async function untilReady(server: ServerProcess, url: URL, database: string): Promise<boolean> {
  let running = true;
  const ended = server.ended.then(() => {
    running = false;
  });
  while (running) {
    if (await answers(url, database)) return running;
    await Promise.race([ended, sleep(20)]);
  }
  return false;
}

async function answers(url: URL, database: string): Promise<boolean> {
  try {
    await runAt(url, database, 'select 1');
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === '3D000') return createDatabase(url, database);
    if (code === '28P01') {
      throw new StartError(
        'The embedded database does not accept the password in secrets.json; put both back from the same backup.',
      );
    }
    // Not listening yet, recovering from a crash, or ended meanwhile: the caller checks.
    return false;
  }
}

async function createDatabase(url: URL, database: string): Promise<boolean> {
  await runAt(url, 'postgres', `create database ${database}`);
  return true;
}

async function runAt(url: URL, database: string, statement: string): Promise<void> {
  const at = new URL(url);
  at.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: at.href, connectionTimeoutMillis: 5000 });
  // If the server dies, its end is noticed elsewhere; without a listener the error event would end our process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}

/** Waits for the end of the server; false if it still runs after that time. */
export async function endsWithin(server: ServerProcess, seconds: number): Promise<boolean> {
  const giveUp = new AbortController();
  const late = sleep(seconds * 1000, false, { signal: giveUp.signal }).catch(() => false);
  const result = await Promise.race([server.ended.then(() => true), late]);
  giveUp.abort();
  return result;
}
