import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for all that a test run writes. Whatever still runs out of it at the end (a test was killed
 * before it could clean up) is found by its pid file there.
 */
export function makeRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lanjing-test-'));
  // Under root the databases run as another user, who must reach their clusters in here.
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
    // Only a server that stands in this very cluster: the number may have been given to another program.
    if (readlinkSync(`/proc/${pid}/cwd`) === join(pidFile, '..')) process.kill(pid, 'SIGQUIT');
  } catch {
    // It has ended meanwhile.
  }
}
