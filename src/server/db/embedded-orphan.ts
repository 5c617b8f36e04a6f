import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { processId } from '#server/instance/process-id.ts';
import { codeOf, StartError } from '#server/instance/start-error.ts';

/**
 * A killed parent leaves its database server running. Nobody else may use the cluster (the data folder is locked), so
 * that server is stopped. A new one is started as our child process, so that we notice when it ends.
 */
export async function stopOrphan(cluster: string, log: BaseLogger): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = pidIn(pidFile);
  // Keep the file of a dead server: PostgreSQL uses it to detect sessions that are still running.
  if (pid === undefined || processId(pid) === undefined) return;
  if (!servesCluster(pid, cluster)) {
    // The pid belongs to another program now; PostgreSQL would take it for a running server and refuse to start.
    rmSync(pidFile, { force: true });
    return;
  }
  log.warn(`stopping the database server (process ${pid}) that an earlier, killed Lanjing left running`);
  for (const [signal, seconds] of [['SIGINT', 20] as const, ['SIGQUIT', 10] as const]) {
    send(pid, signal);
    if (await ended(pid, seconds)) return;
  }
  throw new StartError(`A database server (process ${pid}) still runs on ${cluster} and does not stop.`);
}

function pidIn(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  try {
    const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    return basename(program) === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new StartError(`Process ${pid} may be a database server on ${cluster}, and cannot be looked into.`);
  }
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function ended(pid: number, seconds: number): Promise<boolean> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(20)) {
    if (processId(pid) === undefined) return true;
  }
  return false;
}
