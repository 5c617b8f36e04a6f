import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '#server/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An account that may create databases, on this run's server. */
    adminUrl: string;
    /** For files that the tests of this run write. */
    folder: string;
  }
}

/** A folder that is removed at the end of the run, also if it is interrupted. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-test-'));
  // As root, the database runs as another user, who needs access to its cluster in this folder.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A temporary database server for one test run. */
export async function startTestDatabase(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = join(folder, 'database');
  // Created here, because the product would make it inaccessible for the database's user and put the cluster elsewhere.
  mkdirSync(dataDir, { mode: 0o711 });
  const database = await startEmbedded({
    dataDir,
    password: 'only-for-tests',
    log: pino({ level: 'warn' }),
    // The data need not survive a crash, and this makes the tests twice as fast.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      // Several test files run in parallel, each with several servers that have several pools.
      max_connections: '500',
    },
  });
  return { url: database.url, stop: () => database.stop('immediate') };
}
