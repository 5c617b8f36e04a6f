import { setImmediate } from 'node:timers/promises';
import { Fault } from '#shared/faults.ts';

/** So long may a piece of long work hold up everybody else. */
const SLICE_MS = 3;

/** Rests after each slice of long work, so that others are answered; ends work that nobody waits for any more. */
export function rests(isWanted: () => boolean = () => true): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
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
