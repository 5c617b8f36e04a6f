import { GAP_INTERVALS } from './alarm-rule.ts';
import { MINUTE_MS } from './time-units.ts';

/**
 * Result of checking the data after a fix. `open`: the alarm, or a similar one, is still open. `no_data`: no values
 * since the fix. `waiting`: good so far, but not for long enough.
 */
export const recheckStates = ['open', 'no_data', 'waiting', 'passed'] as const;
export type RecheckState = (typeof recheckStates)[number];

export interface Rechecked {
  state: RecheckState;
  /** Start of the good data: the end of the alarm, the fix if that was later, or the end of a gap since then. */
  since: Date | null;
  /** Until when data must be good. */
  until: Date | null;
}

/** A span of values without a gap. */
export interface DataSpan {
  from: Date;
  to: Date;
}

/** Spans of values in the order of time; gaps as in the alarm rule. Each value covers `length` from its time on. */
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
  /** The end of the last of them. */
  endedAt: Date | null;
  fixedAt: Date;
  /** In the order of time. */
  data: readonly DataSpan[];
  minutes: number;
}

/** Start of the good data if no alarm is open: its end, or the fix if that was later. */
export function goodFrom({ endedAt, fixedAt }: Pick<Fixed, 'endedAt' | 'fixedAt'>): Date {
  return endedAt ? laterOf(fixedAt, endedAt) : fixedAt;
}

const laterOf = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()));

/** Whether the data prove a fix: no such alarm is open, and values without a gap for long enough. */
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
