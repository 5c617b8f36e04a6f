import type { Logger } from 'pino';
import { giveWayMs } from '#server/jobs/give-way.ts';
import type { SeriesStore, Summed } from '#server/series/store.ts';

/** Longest delay before changed values are summed if nobody calls `poke`. */
const EVERY_MS = 2000;
/** Pause between two steps, so that packets and pages get their turn. */
const REST_MS = 10;

export interface RollingUp {
  /** There is something to sum: do not wait for the timer. */
  poke(): void;
  /** Waits for the current step; what remains is done after the next start. */
  stop(): Promise<void>;
}

/** Keeps hourly, daily and monthly sums up to date, step by step, while the server runs. */
export function startRollingUp(
  store: Pick<SeriesStore, 'rollUp'>,
  log: Logger,
  now: () => Date = () => new Date(),
  tell: (summed: Summed) => void = () => {},
  /** Whether packets are queueing. */
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
