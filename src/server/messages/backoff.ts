import { HOUR_MS } from '#shared/domain/time-units.ts';

const FIRST_MS = 30_000;
const LONGEST_MS = HOUR_MS;

/** How long to wait after so many failures: twice as long each time, and never all at the same moment. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  return upTo(FIRST_MS * 2 ** (failures - 1), random);
}

/** How long to wait after having waited so long, where nobody counts: as long again. */
export function asLongAgainMs(waitedMs: number, random: () => number = Math.random): number {
  return upTo(Math.max(waitedMs, FIRST_MS), random);
}

function upTo(ms: number, random: () => number): number {
  return Math.min(ms, LONGEST_MS) * (0.5 + random() / 2);
}
