import { setImmediate, setTimeout } from 'node:timers/promises';
import { Fault } from '#shared/faults.ts';

/** Longest time slice of long work. */
const SLICE_MS = 3;
/** How long it waits for short work that is running; then both continue. */
const PASS_MS = 20;

interface Around {
  /** Whether somebody still waits for the answer. */
  isWanted?(): boolean;
  fairLine?: { isPassed: boolean };
}

/**
 * Pauses after each slice of long work, so that other requests are answered; stops work whose result nobody waits for.
 */
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

/** Splits sites into parts with at most so many rows, or of one site each. */
export function* partsOf<Site>(
  sites: readonly Site[],
  rowsEach: number,
  rows: number,
): Generator<readonly Site[]> {
  const count = Math.max(1, Math.floor(rows / Math.max(1, rowsEach)));
  for (let at = 0; at < sites.length; at += count) yield sites.slice(at, at + count);
}
