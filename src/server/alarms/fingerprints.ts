import { createHash } from 'node:crypto';
import type { SiteState } from '#shared/domain/alarm-checks.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

/** How far apart fingerprints are taken: few enough to keep a month of them, near enough to save most of a day. */
const APART_MS = 12 * HOUR_MS;

/**
 * What was remembered of a line when its values passed certain times, as fingerprints. Whoever judges values anew and
 * remembers the same at such a time need not go on: what follows comes to what it came to before.
 */
export class Fingerprints {
  private readonly prints = new Map<number, string>();
  private passed: number | undefined;

  /** `upto`: where the values before the first that passes end. */
  constructor(upto?: number) {
    this.passed = upto === undefined ? undefined : timeBefore(upto);
  }

  /** Before each value. Where it is the first after the time of a fingerprint, takes and returns it. */
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

  /** From one time to before another the values were judged anew. */
  replace(from: number, to: number, { prints }: Fingerprints): void {
    for (const time of this.prints.keys()) if (time >= from && time < to) this.prints.delete(time);
    for (const [time, print] of prints) this.prints.set(time, print);
  }

  /** No value of before this time is judged any more. */
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

/** What people were told does not decide on what follows. */
function printOf(state: SiteState): string {
  const parts = Object.keys(state)
    .sort()
    .map((key) => [key, state[key]?.alarm, state[key]?.memory]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
