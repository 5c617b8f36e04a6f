import { HOUR_MS } from '#shared/domain/time-units.ts';

const FIRST_MS = 30_000;
const LONGEST_MS = HOUR_MS;

/** Exponential back-off with jitter. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return upTo(FIRST_MS * 2 ** (failures - 1), random);
}

/** Doubles the previous delay; no failure count. */
export function asLongAgainMs(waitedMs: number, random: () => number = Math.random): number {
  return upTo(Math.max(waitedMs, FIRST_MS), random);
}

function upTo(ms: number, random: () => number): number {
  return Math.min(ms, LONGEST_MS) * (0.5 + random() / 2);
}
