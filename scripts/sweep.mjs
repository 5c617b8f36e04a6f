import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for everything that a test run writes. Databases that a killed test left running are found by their pid
 * files in it.
 */
export function makeRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-test-'));
  // As root, the databases run as another user, who needs access to their clusters in this folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** @param {string} folder */
export function sweep(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('/postmaster.pid')) endServer(join(folder, name));
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** @param {string} pidFile */
function endServer(pidFile) {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    // Only if it runs in this cluster: the pid may have been reused by another program.
    if (readlinkSync(`/proc/${pid}/cwd`) === join(pidFile, '..')) process.kill(pid, 'SIGQUIT');
  } catch {
    // The process has already ended.
  }
}
