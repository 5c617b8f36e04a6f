import { GAP_INTERVALS } from './alarm-rule.ts';
import { MINUTE_MS } from './time-units.ts';

/**
 * What the data say after a fix. `open`: the alarm, or one like it, is still there. `no_data`: nothing came since.
 * `waiting`: good so far, but not for long enough.
 */
export const recheckStates = ['open', 'no_data', 'waiting', 'passed'] as const;
export type RecheckState = (typeof recheckStates)[number];

export interface Rechecked {
  state: RecheckState;
  /** From when on the data are good: the end of the alarm, the fix if that was later, or the end of a gap since. */
  since: Date | null;
  /** Up to when data must be good. */
  until: Date | null;
}

/** A time of values that follow one another without a gap. */
export interface DataSpan {
  from: Date;
  to: Date;
}

/**
 * Spans of values in the order of time, by the gaps of the alarm rule. Each value stands for `length` from its time on.
 */
export function dataSpans(times: readonly number[], interval: number, length: number): DataSpan[] {
  const spans: { from: number; last: number }[] = [];
  for (const at of times) {
    const span = spans.at(-1);
    if (span && at - span.last <= GAP_INTERVALS * interval) span.last = at;
    else spans.push({ from: at, last: at });
  }
  return spans.map(({ from, last }) => ({ from: new Date(from), to: new Date(last + length) }));
}

interface Fixed {
  /** An episode of the same kind, factor and side is open. */
  isOpen: boolean;
  /** When the last of them ended. */
  endedAt: Date | null;
  fixedAt: Date;
  /** In the order of time. */
  data: readonly DataSpan[];
  minutes: number;
}

/** From when on data are good if no alarm is open: its end, or the fix if that was later. */
export function goodFrom({ endedAt, fixedAt }: Pick<Fixed, 'endedAt' | 'fixedAt'>): Date {
  return endedAt ? laterOf(fixedAt, endedAt) : fixedAt;
}

const laterOf = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()));

/** Whether the data prove a fix: no such alarm, and values for long enough since, without a gap. */
export function recheck({ isOpen, endedAt, fixedAt, data, minutes }: Fixed): Rechecked {
  if (isOpen) return { state: 'open', since: null, until: null };
  const good = goodFrom({ endedAt, fixedAt });
  const wait = (since: Date) => ({ since, until: new Date(since.getTime() + minutes * MINUTE_MS) });
  if (minutes === 0) return { state: 'passed', ...wait(good) };
  const spans = data.filter(({ to }) => to > good);
  const waits = spans.map(({ from, to }) => ({ to, ...wait(laterOf(from, good)) }));
  const proof = waits.find(({ to, until }) => to >= until) ?? waits.at(-1);
  if (!proof) return { state: 'no_data', ...wait(good) };
  const { to, since, until } = proof;
  return { state: to >= until ? 'passed' : 'waiting', since, until };
}
