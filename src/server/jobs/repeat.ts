import type { Logger } from 'pino';
import { HOUR_MS } from '#shared/domain/time-units.ts';

export const SIX_HOURS_MS = 6 * HOUR_MS;

export interface Repeated {
  /** Runs it now unless it is running already. */
  run(): void;
  stop(): Promise<void>;
}

/** Runs `work` periodically. Errors are logged and it is tried again next time; `stop` waits for the current run. */
export function repeat(everyMs: number, work: () => Promise<void>, log: Logger, complaint: string): Repeated {
  let running: Promise<void> | undefined;
  const run = () => {
    // A run that takes longer than the interval is not started twice.
    running ??= work()
      .catch((error: unknown) => log.warn({ err: error }, complaint))
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    run,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
