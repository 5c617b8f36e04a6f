import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startEmbedded } from '#server/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A user who may create databases, on the server of this run. */
    adminUrl: string;
  }
}

/** A throw-away server for one run of the tests. */
export async function startTestDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lanjing-test-database-'));
  chmodSync(dataDir, 0o711);
  const database = await startEmbedded({
    dataDir,
    password: 'only-for-tests',
    log: pino({ level: 'warn' }),
    // Nobody misses this data after a crash, and the tests are twice as quick.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '64MB' },
  });
  return {
    url: database.url,
    async stop() {
      await database.stop('immediate');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
