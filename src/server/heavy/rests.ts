import { setImmediate, setTimeout } from 'node:timers/promises';
import { Fault } from '#shared/faults.ts';

/** So long may a piece of long work hold up everybody else. */
const SLICE_MS = 3;
/** So long it lets short work pass that is under way; then it goes on beside it. */
const PASS_MS = 20;

interface Around {
  /** Whether somebody still waits for the answer. */
  isWanted?(): boolean;
  fairLine?: { isPassed: boolean };
}

/** Rests after each slice of long work, so that others are answered; ends work that nobody waits for any more. */
export function rests({ isWanted = () => true, fairLine }: Around = {}): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
    const passed = performance.now() + PASS_MS;
    while (fairLine?.isPassed && performance.now() < passed) await setTimeout(1);
    if (!isWanted()) throw new Fault('processing_failed');
    until = performance.now() + SLICE_MS;
  };
}

/** Of each site so many rows will come: the sites in parts that hold no more rows than these, or one site each. */
export function* partsOf<Site>(
  sites: readonly Site[],
  rowsEach: number,
  rows: number,
): Generator<readonly Site[]> {
  const count = Math.max(1, Math.floor(rows / Math.max(1, rowsEach)));
  for (let at = 0; at < sites.length; at += count) yield sites.slice(at, at + count);
}
