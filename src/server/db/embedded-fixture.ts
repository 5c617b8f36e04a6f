import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { processId } from '#server/instance/process-id.ts';
import { projectRoot } from '#server/instance/project-root.ts';
import { startEmbedded } from './embedded.ts';
import type { Embedded } from './embedded-supervisor.ts';

// Shared by the tests of the embedded database.

export const password = 'a-password-of-the-tests';
export const isRoot = process.getuid?.() === 0;

export function collectingLog() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  return { log, lines };
}

/** A temporary folder and the servers started in it; `clear` removes all of them. */
export function workshop() {
  const home = mkdtempSync(join(tmpdir(), 'lanjing-embedded-'));
  // Temporary folders are created with mode 0700, but under root the database runs as another user.
  chmodSync(home, 0o711);
  const running = new Set<Embedded>();
  const others = new Set<ChildProcess>();
  return {
    home,
    folder(name: string, mode = 0o711): string {
      const path = join(home, name);
      mkdirSync(path, { recursive: true, mode });
      return path;
    },
    async start(dataDir: string, more: Partial<Parameters<typeof startEmbedded>[0]> = {}): Promise<Embedded> {
      const { log } = collectingLog();
      const server = await startEmbedded({ dataDir, password, log, settings: { fsync: 'off' }, ...more });
      running.add(server);
      return server;
    },
    /** The same in another process, which can be killed. */
    startElsewhere(dataDir: string): { child: ChildProcess; url: Promise<string> } {
      const script = join(projectRoot, 'test', 'launcher', 'run-embedded.ts');
      const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, password], {
        cwd: projectRoot,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      others.add(child);
      return { child, url: once(child.stdout, 'data').then((chunk) => String(chunk).trim()) };
    },
    async clear(): Promise<void> {
      for (const child of others) child.kill('SIGUSR2');
      for (const server of running) await server.stop('immediate');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The first column of the first row. */
export async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

export async function until<T>(what: () => T | Promise<T>, seconds = 30): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(20)) {
    try {
      const value = await what();
      if (value) return value;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`still not so after ${seconds} s: ${what}`);
  }
}

export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The bare pid is not enough: a dead process keeps it until its parent has reaped it. */
export function isRunning(pid: number): boolean {
  return processId(pid) !== undefined;
}
