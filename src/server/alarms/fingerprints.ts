import { createHash } from 'node:crypto';
import type { SiteState } from '#shared/domain/alarm-checks.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** Distance of fingerprints: few enough to keep a month of them, close enough to save most of a day. */
const APART_MS = 12 * HOUR_MS;

/**
 * Hashes of the evaluation state at certain times. A re-evaluation that arrives at the same state at such a time can
 * stop: everything after it is unchanged.
 */
export class Fingerprints {
  private readonly prints = new Map<number, string>();
  private passed: number | undefined;

  /** `upto`: the end of the values before the first call of `pass`. */
  constructor(upto?: number) {
    this.passed = upto === undefined ? undefined : timeBefore(upto);
  }

  /** Called before each value. If it is the first after a fingerprint's time, takes and returns the fingerprint. */
  pass(at: number, state: SiteState): { time: number; print: string } | undefined {
    const time = timeBefore(at);
    const isNew = this.passed !== undefined && time > this.passed;
    this.passed = time;
    if (!isNew) return undefined;
    const print = printOf(state);
    this.prints.set(time, print);
    return { time, print };
  }

  has(time: number, print: string): boolean {
    return this.prints.get(time) === print;
  }

  /** Takes over the fingerprints of a re-evaluation from one time to before another. */
  replace(from: number, to: number, { prints }: Fingerprints): void {
    for (const time of this.prints.keys()) if (time >= from && time < to) this.prints.delete(time);
    for (const [time, print] of prints) this.prints.set(time, print);
  }

  /** No earlier values will be evaluated any more. */
  drop(before: number): void {
    for (const time of this.prints.keys()) if (time < before) this.prints.delete(time);
  }

  clear(): void {
    this.prints.clear();
  }
}

function timeBefore(at: number): number {
  return Math.floor(at / APART_MS) * APART_MS;
}

/** Whether people were notified is left out: it does not affect later results. */
function printOf(state: SiteState): string {
  const parts = Object.keys(state)
    .sort()
    .map((key) => [key, state[key]?.alarm, state[key]?.memory]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
