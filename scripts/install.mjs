import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './run.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/** Installs the packages of the lockfile if any is missing or outdated. Never runs their install scripts. */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--no-save'];
  // Prefers the npm that started this process: PATH may have another one or none.
  const npm = process.env.npm_execpath;
  const label = 'Installing packages (first start only; about a minute)';
  const { ok, output } = npm?.endsWith('.js')
    ? await runQuietly(label, process.execPath, [npm, ...args])
    : await runQuietly(label, 'npm', args);
  if (ok) return;
  const tail = output.trim().split('\n').slice(-8).join('\n');
  throw new SetupError(`${tail}\nThe packages could not be installed; npm's last words are above.`);
}

/**
 * Reads npm's own list in node_modules, so manual installs are recognised too.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const there = present[path];
    // Optional packages are mostly binaries for other platforms.
    return there ? there.version === version : optional === true;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesIn(file) {
  try {
    /** @type {Lockfile} */
    const lockfile = JSON.parse(readFileSync(file, 'utf8'));
    return lockfile.packages;
  } catch {
    return undefined;
  }
}
