import type { Logger } from 'pino';
import { giveWayMs } from '#server/jobs/give-way.ts';
import type { SeriesStore, Summed } from '#server/series/store.ts';

/** How soon changed values are summed at the latest, where nobody pokes. */
const EVERY_MS = 2000;
/** Between two steps, so that packets and pages have their turn. */
const REST_MS = 10;

export interface RollingUp {
  /** There is something to sum: do not wait for the clock. */
  poke(): void;
  /** Waits for the step under way; what is left is done after the next start. */
  stop(): Promise<void>;
}

/** Keeps hours, days and months up to date, step by step, for as long as the server runs. */
export function startRollingUp(
  store: Pick<SeriesStore, 'rollUp'>,
  log: Logger,
  now: () => Date = () => new Date(),
  tell: (summed: Summed) => void = () => {},
  /** Whether packets queue up just now. */
  isBusy: () => boolean = () => false,
): RollingUp {
  let stopping = false;
  let wake = () => {};
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const step = async () => {
    try {
      return await store.rollUp(now(), tell);
    } catch (error) {
      log.warn({ err: error }, 'could not sum up');
      return 0;
    }
  };
  const run = async () => {
    while (!stopping) {
      const began = performance.now();
      const summed = await step();
      const restMs = isBusy() ? giveWayMs(performance.now() - began) : 0;
      if (!stopping) await sleep(summed > 0 ? Math.max(restMs, REST_MS) : EVERY_MS);
    }
  };
  const running = run();
  return {
    poke: () => wake(),
    stop: () => {
      stopping = true;
      wake();
      return running;
    },
  };
}
