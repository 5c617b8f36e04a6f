/** While packets queue, other work rests for this many times the duration of its last round. */
const BUSY_REST = 9;
const LONGEST_REST_MS = 2000;

/** How long work of this duration rests while packets wait: at most a tenth of the time goes to it. */
export function giveWayMs(tookMs: number): number {
  return Math.min(BUSY_REST * tookMs, LONGEST_REST_MS);
}

/**
 * Repeats rounds of work until one finds nothing to do. While packets wait, a rest follows each round; the rest ends as
 * soon as no packets wait.
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
