import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { access, constants, mkdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { FolderInUse, lockFolder } from './data-dir-lock.ts';
import { codeOf, diskError, StartError } from './start-error.ts';

const secretsOf = z.object({
  token_secret: z.string().min(32),
  database_password: z.string().min(16),
  signing_secret: z.string().min(32),
});
export type Secrets = z.infer<typeof secretsOf>;

export interface DataDir {
  path: string;
  /** The locked folder: the data folder, or a subfolder if another server has locked it. */
  place: string;
  logs: string;
  secrets: Secrets;
  release(): void;
}

/**
 * Creates the data folder, locks it for this process, and loads its secrets (created at the first start). Servers with
 * an external database may share it: `sharedAs` names the log folder of a server that is not the first.
 */
export async function openDataDir(path: string, sharedAs?: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    await checkFreeSpace(path);
    return await ownDataDir(path).catch((error: unknown) => {
      if (!(error instanceof FolderInUse) || sharedAs === undefined) throw error;
      return joinDataDir(path, sharedAs);
    });
  } catch (error) {
    throw diskError(error, path);
  }
}

async function ownDataDir(path: string): Promise<DataDir> {
  const release = await lockFolder(
    path,
    (pid) =>
      `The data folder ${path} is in use by another Lanjing (process ${pid}); stop it first or set DATA_DIR to another folder.`,
  );
  try {
    const logs = join(path, 'logs');
    await mkdir(logs, { recursive: true, mode: 0o700 });
    return { path, place: path, logs, secrets: readSecrets(path) ?? makeSecrets(path), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The first server may be just creating its secrets. */
const SECRETS_WAIT_MS = 5000;

async function joinDataDir(path: string, sharedAs: string): Promise<DataDir> {
  const end = performance.now() + SECRETS_WAIT_MS;
  for (;;) {
    const secrets = readSecrets(path);
    if (secrets) {
      const logs = join(path, 'logs', sharedAs);
      await mkdir(logs, { recursive: true, mode: 0o700 });
      const release = await lockFolder(
        logs,
        (pid) =>
          `Another Lanjing (process ${pid}) is at work in ${path} with the port ${sharedAs}; stop it first or set PORT to another one.`,
      );
      return { path, place: logs, logs, secrets, release };
    }
    if (performance.now() > end)
      throw new StartError(`The Lanjing at work in ${path} has made no secrets; stop it and start again.`);
    await sleep(50);
  }
}

async function makeFolder(path: string): Promise<void> {
  // Under root the database runs as another user, which must be able to enter the folder but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await mkdir(dirname(path), { recursive: true });
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // The mode of an existing folder is left to its owner.
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

const NEEDED_BYTES = 200 * 1024 * 1024;

/** PostgreSQL fails in the middle of its work if the disk is full, so refuse to start. */
export async function checkFreeSpace(
  path: string,
  needed = NEEDED_BYTES,
  inOrderTo = 'to start',
): Promise<void> {
  const disk = await statfs(path);
  const free = disk.bavail * disk.bsize;
  if (free >= needed) return;
  const inMb = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
  throw new StartError(
    `The disk that holds ${path} is full: ${inMb(free)} are free and Lanjing needs ${inMb(needed)} ${inOrderTo}.`,
  );
}

/** Undefined if there are none yet. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const path = secretsPath(dataDir);
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return secretsOf.parse(JSON.parse(content));
  } catch {
    throw new StartError(`The file ${path} is damaged; put it back from a backup.`);
  }
}

function makeSecrets(dataDir: string): Secrets {
  const random = () => randomBytes(32).toString('base64url');
  const secrets = { token_secret: random(), database_password: random(), signing_secret: random() };
  keepSecrets(dataDir, secrets);
  return secrets;
}

export function keepSecrets(dataDir: string, secrets: Secrets): void {
  writeWhole(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}

const secretsPath = (dataDir: string) => join(dataDir, 'secrets.json');

/** Writes atomically, even if the power fails. */
export function writeWhole(path: string, content: string): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  renameSync(temporary, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
