/** Limits of a token bucket in bytes: refill rate and capacity. */
export interface Terms {
  bytesASecond: number;
  atOnce: number;
}

/** A paused peer continues once this share of a second's refill is available. */
const SHARE_TO_GO_ON = 0.1;
/** Jitter: peers that were paused together must not all come back together. */
const spread = () => 0.75 + Math.random() / 2;

/** Token bucket: fills with time, empties with what a peer sends. */
export class Allowance {
  private left: number;
  private at: number;

  constructor(left: number, now: number) {
    this.left = left;
    this.at = now;
  }

  /** Deducts the price; returns for how many milliseconds the peer must pause, 0 if it may continue. */
  spend(price: number, { bytesASecond, atOnce }: Terms, now: number): number {
    const seconds = Math.max(0, now - this.at) / 1000;
    this.left = Math.min(atOnce, this.left + seconds * bytesASecond) - price;
    this.at = now;
    if (this.left > 0) return 0;
    return Math.ceil((SHARE_TO_GO_ON - this.left / bytesASecond) * 1000 * spread());
  }
}
