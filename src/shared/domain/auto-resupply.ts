import { CHUNK_MS, chunksOf, type ResupplyType, type Stretch, stretchesOf } from './resupply.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

/**
 * open: to be requested · requested: its command is under way · filled · absent: the device does not have it · gave_up
 */
export const gapStates = ['open', 'requested', 'filled', 'absent', 'gave_up'] as const;
export type GapState = (typeof gapStates)[number];
export const gapReasons = ['no_data', 'tries', 'not_supported', 'too_old'] as const;
export type GapReason = (typeof gapReasons)[number];

/** Younger gaps may still be filled by normal uploads. */
export const GRACE_MS: Record<ResupplyType, number> = {
  minute: 10 * MINUTE_MS,
  hour: 1.5 * HOUR_MS,
  day: 3 * HOUR_MS,
};
/** Back-off between two requests for a gap. */
export const BACK_OFF_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS] as const;
export const MOST_TRIES = 5;
/** A device must report "no data" (ExeRtn 100) this often before it is believed. */
export const ABSENT_TRIES = 2;
/** Pause after a stop before it can be started again (code 151): requests under way must end first. */
export const COOL_MS = MINUTE_MS;

export interface KnownGap {
  gap_id: number;
  from: number;
  /** Exclusive. */
  to: number;
  state: GapState;
  tries: number;
}

export interface Compared {
  /** New gaps, each as long as one request. */
  found: Stretch[];
  /** Known gaps that were not requested yet and have become longer. */
  grown: (Stretch & { gap_id: number })[];
  /** Periods still missing in each known gap that has not grown; empty: it is filled. */
  left: ReadonlyMap<number, readonly number[]>;
}

/** Compares what is missing now with the known gaps. Starts of periods and gaps are in the order of time. */
export function compareGaps(
  type: ResupplyType,
  step_ms: number,
  missing: readonly number[],
  known: readonly KnownGap[],
): Compared {
  const left = new Map<number, number[]>(known.map(({ gap_id }) => [gap_id, []]));
  const fresh: number[] = [];
  let place = 0;
  for (const at of missing) {
    while (place < known.length && (known[place] as KnownGap).to <= at) place++;
    const gap = known[place];
    if (gap && gap.from <= at) left.get(gap.gap_id)?.push(at);
    else fresh.push(at);
  }
  const untried = new Map(
    known.flatMap((gap): [number, KnownGap][] =>
      gap.state === 'open' && gap.tries === 0 ? [[gap.to, gap]] : [],
    ),
  );
  const found: Stretch[] = [];
  const grown: Compared['grown'] = [];
  for (const stretch of stretchesOf(fresh, step_ms)) {
    const before = untried.get(stretch.from);
    if (before && stretch.to - before.from <= CHUNK_MS[type]) {
      grown.push({ gap_id: before.gap_id, from: before.from, to: stretch.to });
      left.get(before.gap_id)?.push(...startsIn(stretch, step_ms));
    } else found.push(...chunksOf(stretch, type));
  }
  return { found, grown, left };
}

/** The starts of all periods of a stretch. */
export function startsIn({ from, to }: Stretch, step_ms: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step_ms)) }, (_, i) => from + i * step_ms);
}

/** Outcome of a request: answered in some way, "no data", or never sent. */
export type Tried = 'answered' | 'no_data' | 'not_tried';

export interface AfterTry {
  state: GapState;
  why: GapReason | null;
  tries: number;
  absent_tries: number;
  next_at: number;
}

/** The state of a gap after a request that left this many periods missing. */
export function afterTry(
  before: { tries: number; absent_tries: number },
  tried: Tried,
  missing: number,
  now: number,
): AfterTry {
  const tries = before.tries + (tried === 'not_tried' ? 0 : 1);
  const absent_tries = before.absent_tries + (tried === 'no_data' ? 1 : 0);
  const counts = { tries, absent_tries, next_at: now + backOff(tries) };
  if (missing === 0) return { ...counts, state: 'filled', why: null };
  if (absent_tries >= ABSENT_TRIES) return { ...counts, state: 'absent', why: 'no_data' };
  if (tries >= MOST_TRIES) return { ...counts, state: 'gave_up', why: 'tries' };
  return { ...counts, state: 'open', why: null };
}

function backOff(tries: number): number {
  const place = Math.min(Math.max(tries, 1), BACK_OFF_MS.length) - 1;
  return BACK_OFF_MS[place] ?? HOUR_MS;
}
