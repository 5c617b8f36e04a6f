import { DAY_MS, HOUR_MS } from './time-units.ts';

/** How much is requested at once; the next part follows after the answer. */
export const CHUNK_MS = { minute: 12 * HOUR_MS, hour: 7 * DAY_MS, day: 31 * DAY_MS } as const;
export type ResupplyType = keyof typeof CHUNK_MS;

/** The kind of command that requests each data type. */
export const historyKinds = { minute: 'history_minute', hour: 'history_hour', day: 'history_day' } as const;

export interface Stretch {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Joins consecutive periods to stretches, in the order of time. */
export function stretchesOf(starts: readonly number[], step_ms: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const at of starts) {
    const last = stretches.at(-1);
    if (last && last.to === at) last.to = at + step_ms;
    else stretches.push({ from: at, to: at + step_ms });
  }
  return stretches;
}

/** The parts that are requested one after the other. */
export function chunksOf({ from, to }: Stretch, type: ResupplyType): Stretch[] {
  const size = CHUNK_MS[type];
  const chunks: Stretch[] = [];
  for (let at = from; at < to; at += size) chunks.push({ from: at, to: Math.min(to, at + size) });
  return chunks;
}
