/** While packets queue up, a round of other work is followed by a rest of so many times its length. */
const BUSY_REST = 9;
const LONGEST_REST_MS = 2000;

/** How long work that took so long rests when packets wait: they lose a tenth to it at most. */
export function giveWayMs(tookMs: number): number {
  return Math.min(BUSY_REST * tookMs, LONGEST_REST_MS);
}

/**
 * Rounds of work until one finds nothing to do. While packets wait, each is followed by its rest; it ends as soon as none
 * wait any more.
 */
export function givingWay(isBusy: () => boolean, round: () => Promise<number>): () => Promise<void> {
  let restUntil = 0;
  return async () => {
    for (let done = 1; done > 0; ) {
      if (performance.now() < restUntil && isBusy()) return;
      const began = performance.now();
      done = await round();
      restUntil = isBusy() ? performance.now() + giveWayMs(performance.now() - began) : 0;
    }
  };
}
