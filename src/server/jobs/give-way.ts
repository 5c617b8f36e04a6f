/** While packets queue up, a round of other work is followed by a rest of so many times its length. */
const BUSY_REST = 9;
const LONGEST_REST_MS = 2000;

/** How long work that took so long rests when packets wait: they lose a tenth to it at most. */
export function giveWayMs(tookMs: number): number {
  return Math.min(BUSY_REST * tookMs, LONGEST_REST_MS);
}
