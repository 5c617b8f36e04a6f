import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Config } from '#server/instance/config.ts';
import { openDataDir, readSecrets, type Secrets } from '#server/instance/data-dir.ts';
import { FolderInUse } from '#server/instance/data-dir-lock.ts';
import { codeOf, StartError } from '#server/instance/start-error.ts';
import { startEmbedded } from './embedded.ts';
import { embeddedUrl } from './embedded-supervisor.ts';
import { checkExternal } from './external.ts';

/** An instance as used by command-line tools. */
export interface Instance {
  url: string;
  dataDir: string;
  secrets: Secrets;
  /** A server is or may be running on it. */
  shared: boolean;
  close(): Promise<void>;
}

/** Exclusive access to a stopped instance; creates its data folder if there is none. */
export async function openInstance(config: Config): Promise<Instance> {
  const { path: dataDir, secrets, release } = await openDataDir(config.dataDir);
  try {
    const { url, stop } = await startDatabase(config, secrets);
    const close = () => stop().finally(release);
    return { url, dataDir, secrets, shared: false, close };
  } catch (error) {
    release();
    throw error;
  }
}

async function startDatabase(
  { dataDir, databaseUrl, postgresBin: binDir }: Config,
  { database_password: password }: Secrets,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl === undefined) {
    return startEmbedded({ dataDir, password, binDir, log: pino({ level: 'silent' }) });
  }
  await checkExternal(databaseUrl);
  return { url: databaseUrl, stop: async () => undefined };
}

/** Access while a server is running; creates nothing. */
export async function joinInstance(config: Config): Promise<Instance> {
  const { dataDir, databaseUrl } = config;
  const secrets = readSecrets(dataDir);
  if (!secrets || (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))) {
    throw new StartError(`There is no instance in the data folder ${dataDir}; set DATA_DIR to its folder.`);
  }
  const shared = { dataDir, secrets, shared: true, close: async () => undefined };
  if (databaseUrl !== undefined) {
    await checkExternal(databaseUrl);
    return { ...shared, url: databaseUrl };
  }
  try {
    return await openInstance(config);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { ...shared, url: runningUrl(dataDir, secrets) };
  }
}

/** The fourth line of this file is the port; it exists while PostgreSQL runs. */
function runningUrl(dataDir: string, { database_password }: Secrets): string {
  try {
    const url = embeddedUrl(database_password);
    const [, , , port = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    url.port = port;
    return url.href;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new StartError(`The Lanjing at work on ${dataDir} is starting or stopping; try again in a moment.`);
  }
}
