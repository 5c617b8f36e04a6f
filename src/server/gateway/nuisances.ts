import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** So long is an address remembered from which a connection had to be cut off. */
const REMEMBERED_MS = MINUTE_MS;
const MOST = 10_000;

/** Whoever is cut off for sending nonsense comes back at once: a new connection must not mean a new allowance. */
export class Nuisances {
  private readonly until = new Map<string, number>();

  add(address: string, now: number): void {
    // The map keeps the order in which they came, so that the first is the one to forget.
    this.until.delete(address);
    this.until.set(address, now + REMEMBERED_MS);
    const [oldest] = this.until.keys();
    if (this.until.size > MOST && oldest !== undefined) this.until.delete(oldest);
  }

  has(address: string, now: number): boolean {
    return (this.until.get(address) ?? 0) > now;
  }
}
