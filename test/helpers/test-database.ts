import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '#server/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A user who may create databases, on the server of this run. */
    adminUrl: string;
    /** For what the tests of this run write. */
    folder: string;
  }
}

/** A folder that goes with the run, also when the run is interrupted. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-test-'));
  // Under root the database runs as another user, who must reach its cluster in here.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A throw-away server for one run of the tests. */
export async function startTestDatabase(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = join(folder, 'database');
  // Made here, because the product would close its data folder to the database's user and put the cluster elsewhere.
  mkdirSync(dataDir, { mode: 0o711 });
  const database = await startEmbedded({
    dataDir,
    password: 'only-for-tests',
    log: pino({ level: 'warn' }),
    // Nobody misses this data after a crash, and the tests are twice as quick.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      shared_buffers: '64MB',
      // Several test files at a time, each with several servers that have several pools.
      max_connections: '500',
    },
  });
  return { url: database.url, stop: () => database.stop('immediate') };
}
