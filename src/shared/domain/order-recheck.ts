import { MINUTE_MS } from './time-units.ts';

/**
 * What the data say after a fix. `open`: the alarm, or one like it, is still there. `no_data`: nothing came since.
 * `waiting`: good so far, but not for long enough.
 */
export const recheckStates = ['open', 'no_data', 'waiting', 'passed'] as const;
export type RecheckState = (typeof recheckStates)[number];

export interface Rechecked {
  state: RecheckState;
  /** From when on the data are good: the end of the alarm, or the fix if that was later. */
  since: Date | null;
  /** Up to when data must be good. */
  until: Date | null;
}

interface Fixed {
  /** An episode of the same kind, factor and side is open. */
  isOpen: boolean;
  /** When the last of them ended. */
  endedAt: Date | null;
  fixedAt: Date;
  /** The end of the newest value's period; null: there is none. */
  dataUntil: Date | null;
  minutes: number;
}

/** Whether the data prove a fix: no such alarm, and values for long enough since. */
export function recheck({ isOpen, endedAt, fixedAt, dataUntil, minutes }: Fixed): Rechecked {
  if (isOpen) return { state: 'open', since: null, until: null };
  const since = new Date(Math.max(fixedAt.getTime(), endedAt?.getTime() ?? 0));
  const until = new Date(since.getTime() + minutes * MINUTE_MS);
  if (minutes === 0) return { state: 'passed', since, until };
  if (!dataUntil || dataUntil <= since) return { state: 'no_data', since, until };
  return { state: dataUntil >= until ? 'passed' : 'waiting', since, until };
}
