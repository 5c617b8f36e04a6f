import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { projectRoot } from '#server/instance/project-root.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = MINUTE_MS;
/** One that ran this long was well: its end is a new trouble, not the old one again. */
const WELL_MS = MINUTE_MS;
const KILL_MS = 3000;

export interface DemoFleet {
  stop(): Promise<void>;
}

/** The built simulator beside a built server; its source while developing. */
function program(): string[] {
  return import.meta.url.includes('/dist/')
    ? [join(projectRoot, 'dist', 'simulator', 'main.js')]
    : ['--import', 'tsx', join(projectRoot, 'tools', 'simulator', 'main.ts')];
}

/**
 * Plays the demo's stations in a process of its own, which ends with this one however this one ends, and is started
 * again when it breaks.
 */
export function startDemoFleet({ host, port, log }: { host: string; port: number; log: Logger }): DemoFleet {
  let child: ChildProcess | undefined;
  let retry: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT_MS;
  let stopped = false;

  const start = () => {
    const began = Date.now();
    const args = [
      ...program(),
      '--host',
      host,
      '--port',
      String(port),
      '--attached',
      '--quiet',
      '--lifelike',
    ];
    // The open pipe is the thread by which the child hangs.
    const started = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['pipe', 'ignore', 'pipe'] });
    child = started;
    let complaint = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    started.stdin.on('error', () => undefined);
    started.on('error', (error) => {
      complaint = error.message;
    });
    started.on('close', (code, signal) => {
      child = undefined;
      if (stopped) return;
      log.warn({ code, signal, complaint }, 'the simulator ended and is started again');
      if (Date.now() - began > WELL_MS) wait = FIRST_WAIT_MS;
      retry = setTimeout(start, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  start();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      const last = child;
      if (!last) return;
      const ended = new Promise((resolve) => last.once('close', resolve));
      last.stdin?.end();
      const timer = setTimeout(() => last.kill('SIGKILL'), KILL_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
