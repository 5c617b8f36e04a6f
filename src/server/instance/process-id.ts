import { readFileSync } from 'node:fs';
import { codeOf } from './start-error.ts';

/** `started` is empty where the system does not tell. */
export type ProcessId = { pid: number; started: string };

/**
 * Who a process is: a bare pid is given out again by the system, together with the boot and the moment it
 * began it is not.
 */
export function processId(pid: number): ProcessId | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The second field is the program's name and may hold spaces and brackets; the start is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed process whose parent has not asked for it yet still has its pid, but it is gone.
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, started: `${boot}:${fields[19]}` };
  } catch {
    // It ended in between, or the system does not say (no /proc, or one that hides other users' processes).
    return isAlive(pid) ? { pid, started: '' } : undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it is there.
    return codeOf(error) === 'EPERM';
  }
}
