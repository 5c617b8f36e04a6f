import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** Of the time: less is quiet, and stations that wait for an answer do not notice a sweep. */
const QUIET = 0.2;
/** So much more than after the last time is worth a sweep, which holds everybody up for a tenth of a second. */
const GROWN_MB = 64;

/**
 * A flood of packets leaves the heap large, and the engine sees no hurry to shrink it afterwards. The database on the
 * same machine has better use for the memory.
 */
export function startGivingBack(): { stop(): Promise<void> } {
  const sweep = sweeper();
  let before = performance.eventLoopUtilization();
  let level = heapMb();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET || heapMb() - level < GROWN_MB) return;
    sweep();
    level = heapMb();
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => clearInterval(timer),
  };
}

/** The engine's own collector, which it hands out only when asked. */
export function sweeper(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

export function heapMb(): number {
  return process.memoryUsage().heapTotal / 1024 / 1024;
}
