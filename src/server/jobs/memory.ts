import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 10_000;
/** Event loop utilisation below which a garbage collection does not disturb waiting stations. */
const QUIET = 0.2;
/** Growth since the last collection that justifies one; it blocks the process for about 0.1 s. */
const GROWN_MB = 64;

/**
 * After a flood of packets the heap stays large, and V8 is in no hurry to shrink it. The database on the same machine
 * has better use for the memory, so idle moments are used to collect garbage.
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

/** V8's garbage collector, exposed at run time. */
export function sweeper(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

export function heapMb(): number {
  return process.memoryUsage().heapTotal / 1024 / 1024;
}
