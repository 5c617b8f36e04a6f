import type { Logger } from 'pino';

const EVERY_MS = 6 * 3_600_000;

/** Housekeeping: now and every six hours. What fails is tried again next time; `stop` waits for what is under way. */
export function everySixHours(
  work: () => Promise<void>,
  log: Logger,
  complaint: string,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = work().catch((error: unknown) => log.warn({ err: error }, complaint));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
