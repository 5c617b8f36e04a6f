/** How much a peer may say: so much a second, and so much at once after a silence. */
export interface Terms {
  bytesASecond: number;
  atOnce: number;
}

/** A peer that has used up its allowance is let go on with this much of a second's worth. */
const SHARE_TO_GO_ON = 0.1;
/** Peers that were stopped together must not all come back together. */
const spread = () => 0.75 + Math.random() / 2;

/** Fills with time and empties with what a peer says. */
export class Allowance {
  private left: number;
  private at: number;

  constructor(left: number, now: number) {
    this.left = left;
    this.at = now;
  }

  /** Takes the price off and says for how many milliseconds the peer must be silent; 0 means it may go on. */
  spend(price: number, { bytesASecond, atOnce }: Terms, now: number): number {
    const seconds = Math.max(0, now - this.at) / 1000;
    this.left = Math.min(atOnce, this.left + seconds * bytesASecond) - price;
    this.at = now;
    if (this.left > 0) return 0;
    return Math.ceil((SHARE_TO_GO_ON - this.left / bytesASecond) * 1000 * spread());
  }
}
