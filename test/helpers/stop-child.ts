import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child process and waits for its end; it may already have ended, for example by Ctrl-C. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
