import { DAY_MS, HOUR_MS } from './time-units.ts';

/** How much a device is asked for at once; the next part follows when it has answered. */
export const CHUNK_MS = { minute: 12 * HOUR_MS, hour: 7 * DAY_MS, day: 31 * DAY_MS } as const;
export type ResupplyType = keyof typeof CHUNK_MS;

/** The kind of command that asks for each. */
export const historyKinds = { minute: 'history_minute', hour: 'history_hour', day: 'history_day' } as const;

export interface Stretch {
  from: number;
  /** Not included. */
  to: number;
}

/** Periods that follow each other, as stretches of time. They come in the order of time. */
export function stretchesOf(starts: readonly number[], step_ms: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const at of starts) {
    const last = stretches.at(-1);
    if (last && last.to === at) last.to = at + step_ms;
    else stretches.push({ from: at, to: at + step_ms });
  }
  return stretches;
}

/** In parts that a device is asked for one after the other. */
export function chunksOf({ from, to }: Stretch, type: ResupplyType): Stretch[] {
  const size = CHUNK_MS[type];
  const chunks: Stretch[] = [];
  for (let at = from; at < to; at += size) chunks.push({ from: at, to: Math.min(to, at + size) });
  return chunks;
}
