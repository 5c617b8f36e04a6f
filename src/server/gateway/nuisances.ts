import { MINUTE_MS } from '#shared/domain/time-units.ts';

/** How long an address is remembered after a connection from it was cut off. */
const REMEMBERED_MS = MINUTE_MS;
const MOST = 10_000;

/** Addresses that were cut off for sending garbage: a new connection must not mean a new allowance. */
export class Nuisances {
  private readonly until = new Map<string, number>();

  add(address: string, now: number): void {
    // Map order is order of insertion, so that the oldest entry is dropped first.
    this.until.delete(address);
    this.until.set(address, now + REMEMBERED_MS);
    const [oldest] = this.until.keys();
    if (this.until.size > MOST && oldest !== undefined) this.until.delete(oldest);
  }

  has(address: string, now: number): boolean {
    return (this.until.get(address) ?? 0) > now;
  }
}
