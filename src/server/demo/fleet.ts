import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { projectRoot } from '#server/instance/project-root.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = MINUTE_MS;
/** After running this long, a failure counts as a new one, and the back-off starts again. */
const WELL_MS = MINUTE_MS;
const KILL_MS = 3000;

export interface DemoFleet {
  stop(): Promise<void>;
}

/** The built simulator for a built server; its source during development. */
function program(): string[] {
  return import.meta.url.includes('/dist/')
    ? [join(projectRoot, 'dist', 'simulator', 'main.js')]
    : ['--import', 'tsx', join(projectRoot, 'tools', 'simulator', 'main.ts')];
}

/**
 * Runs the simulator of the demo's stations as a child process, which ends whenever this process ends, and is restarted
 * if it fails.
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
    // The child ends when this pipe closes.
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
