import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BaseLogger } from 'pino';
import { diskFull, StartError } from '#server/instance/start-error.ts';
import { type Account, canPassThrough, runAs } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';

export const SUPERUSER = 'lanjing';

const PARTIAL = 'postgres.partial-';

/** Parent folder of clusters whose data folder the database's user cannot access. Root only. */
const SHARED_HOME = '/var/lib/lanjing';

/**
 * The folder that holds the cluster: normally the data folder. Under root the database runs as another user, who may
 * have no access to, for example, /root; then it is a public folder, and DATA_DIR/postgres is a link to the cluster.
 */
export async function clusterHome(dataDir: string, account: Account, log: BaseLogger): Promise<string> {
  const place = join(dataDir, 'postgres');
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) return movedHome(dataDir, place);
  if (canPassThrough(dataDir, account)) return dataDir;
  if (there) {
    throw new StartError(
      `The database in ${place} runs as ${account?.name}, who may not pass through the folders above it; allow it with chmod a+x on them.`,
    );
  }
  const real = realpathSync(dataDir);
  const home = join(SHARED_HOME, createHash('sha256').update(real).digest('hex').slice(0, 12));
  await mkdir(home, { recursive: true });
  for (const folder of [SHARED_HOME, home]) await chmod(folder, 0o711);
  await writeFile(join(home, 'data-dir'), real);
  await symlink(join(home, 'postgres'), place);
  log.warn(`${dataDir} is closed to the database's user ${account?.name}; the database is kept in ${home}`);
  return home;
}

// Copying a data folder copies the link too: two instances would then share one database and corrupt it.
async function movedHome(dataDir: string, place: string): Promise<string> {
  const cluster = readlinkSync(place);
  const note = join(dirname(cluster), 'data-dir');
  const real = realpathSync(dataDir);
  const owner = existsSync(note) ? readFileSync(note, 'utf8') : real;
  if (owner !== real && pointsTo(join(owner, 'postgres'), cluster)) {
    throw new StartError(
      `${place} points to the database of the data folder ${owner}; remove that link to begin with an empty database.`,
    );
  }
  await mkdir(dirname(cluster), { recursive: true });
  await writeFile(note, real);
  return dirname(cluster);
}

function pointsTo(path: string, target: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(path) === target
  );
}

/** Returns the cluster's folder; runs initdb if there is none. */
export async function prepareCluster(options: {
  home: string;
  password: string;
  binaries: Binaries;
  account: Account;
}): Promise<string> {
  const { home, binaries, account } = options;
  const cluster = join(home, 'postgres');
  await removePartials(home);
  if (!existsSync(cluster)) {
    const partial = join(home, `${PARTIAL}${process.pid}`);
    await makeCluster(partial, options);
    await rename(partial, cluster);
  }
  checkVersion(cluster, binaries);
  await giveTo(cluster, account);
  // PostgreSQL refuses wider modes, which a restored backup often has.
  await chmod(cluster, 0o700);
  return cluster;
}

/**
 * initdb works in a temporary folder, so that a cluster is either complete or missing. Removes what killed starts left.
 */
async function removePartials(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(PARTIAL)) continue;
    // The initdb of a killed start may still be writing there; the next start removes the rest.
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function makeCluster(
  folder: string,
  { home, password, binaries, account }: Parameters<typeof prepareCluster>[0],
): Promise<void> {
  const passwordFile = join(home, 'postgres.password');
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid);
    const args = ['--pgdata', folder, '--username', SUPERUSER, '--pwfile', passwordFile];
    args.push('--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums', '--locale', 'C');
    // Byte order like C, but with upper and lower case for all letters. ICU collations remain available.
    if (binaries.major >= 17) args.push('--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8');
    await runInitdb(binaries, account, args, home);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(binaries: Binaries, account: Account, args: string[], home: string): Promise<void> {
  const child = spawn(join(binaries.bin, 'initdb'), args, {
    ...runAs(account),
    env: binaries.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [complaint, code] = await Promise.all([text(child.stderr), ended]);
  if (code === 0) return;
  if (saysDiskFull(complaint)) throw diskFull(home);
  throw new StartError(`The database could not be made in ${home}: ${firstComplaint(complaint)}`);
}

/** PostgreSQL reports a full disk in two ways: nothing was written, or only a part. */
export function saysDiskFull(complaint: string): boolean {
  return /No space left on device|wrote only \d+ of \d+ bytes/.test(complaint);
}

function firstComplaint(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error|fatal|could not|cannot/i.test(line)) ?? lines[0] ?? 'no reason given';
}

function checkVersion(cluster: string, binaries: Binaries): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (Number(made) === binaries.major) return;
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${made}, but the programs are version ${binaries.major}; set POSTGRES_BIN to those of version ${made}.`,
  );
}

/** A backup that root restored belongs to root. */
async function giveTo(cluster: string, account: Account): Promise<void> {
  if (!account || lstatSync(cluster).uid === account.uid) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(cluster, account.uid, account.gid);
}
