import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** Rate limit for keeping frames that are not accepted: people look at them, but a flood must not fill the disk. */
const A_MINUTE_OF_ONE_ADDRESS = 120;
const A_MINUTE_OF_ALL = 3000;

/** Counted by address, because a peer that was cut off comes back with a new connection. */
export class OddFrames {
  private kept = new Map<string, number>();
  private all = 0;
  private since = 0;

  mayKeep(address: string, now: number): boolean {
    if (now - this.since >= MINUTE_MS) {
      this.kept = new Map();
      this.all = 0;
      this.since = now;
    }
    const count = (this.kept.get(address) ?? 0) + 1;
    if (count > A_MINUTE_OF_ONE_ADDRESS || this.all >= A_MINUTE_OF_ALL) return false;
    this.kept.set(address, count);
    this.all += 1;
    return true;
  }
}
