import type { Logger } from 'pino';
import { HOUR_MS } from '#shared/domain/time-units.ts';

export const SIX_HOURS_MS = 6 * HOUR_MS;

export interface Repeated {
  /** Once more without waiting, unless it is at it. */
  run(): void;
  stop(): Promise<void>;
}

/** Housekeeping: now and again and again. What fails is tried again next time; `stop` waits for what is under way. */
export function repeat(everyMs: number, work: () => Promise<void>, log: Logger, complaint: string): Repeated {
  let running: Promise<void> | undefined;
  const run = () => {
    // What takes longer than that is not begun twice.
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
