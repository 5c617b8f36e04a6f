import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseLogger } from 'pino';
import { checkFreeSpace } from '#server/instance/data-dir.ts';
import { diskError } from '#server/instance/start-error.ts';
import { databaseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { clusterHome, prepareCluster } from './embedded-cluster.ts';
import { stopOrphan } from './embedded-orphan.ts';
import { keepLogSmall } from './embedded-server.ts';
import { socketFolder } from './embedded-sockets.ts';
import { type Embedded, supervise } from './embedded-supervisor.ts';

// The upper settings were measured in the storage trial; the others keep the server private and its log small.
const SETTINGS = {
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  max_connections: '100',
  timezone: 'UTC',
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/**
 * Starts PostgreSQL on the cluster in the data folder (created at the first start) and keeps it running. The caller
 * holds the folder's lock.
 */
export async function startEmbedded(options: {
  dataDir: string;
  password: string;
  /** Folder with the programs of another PostgreSQL, instead of those of the npm package. */
  binDir?: string | undefined;
  log: BaseLogger;
  /** Added to our settings, or overriding them: tests trade durability for speed. */
  settings?: Record<string, string>;
}): Promise<Embedded> {
  const { dataDir, password, binDir, log } = options;
  try {
    const logs = join(dataDir, 'logs');
    await mkdir(logs, { recursive: true, mode: 0o700 });
    const account = databaseAccount(join(dataDir, 'postgres'));
    const home = await clusterHome(dataDir, account, log);
    await checkFreeSpace(home);
    const binaries = await findBinaries({ binDir, account, copiesIn: home });
    const cluster = await prepareCluster({ home, password, binaries, account });
    await stopOrphan(cluster, log);
    const logFile = join(logs, 'postgres.log');
    keepLogSmall(logFile);
    const sockets = await socketFolder(home, account);
    const settings = { ...SETTINGS, unix_socket_directories: sockets ?? '', ...options.settings };
    return await supervise({ cluster, binaries, account, logFile, settings, sockets }, password, log);
  } catch (error) {
    throw diskError(error, dataDir);
  }
}
