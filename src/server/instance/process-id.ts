import { readFileSync } from 'node:fs';
import { codeOf } from './start-error.ts';

/** `started` is empty if the system does not provide it. */
export type ProcessId = { pid: number; started: string };

/** Identity of a process: pids are reused, but not together with the boot ID and the start time. */
export function processId(pid: number): ProcessId | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The second field is the program's name, which may contain spaces and brackets; the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie still has its pid until its parent reaps it.
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { pid, started: `${boot}:${fields[19]}` };
  } catch {
    // It has ended meanwhile, or the system does not tell (no /proc, or other users' processes are hidden).
    return isAlive(pid) ? { pid, started: '' } : undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, but we may not signal it.
    return codeOf(error) === 'EPERM';
  }
}
