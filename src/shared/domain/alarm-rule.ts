import { minusDecimal, plusDecimal } from './decimals.ts';

/** Limits of a factor, and how many values raise and clear an alarm. Null: no such limit. */
export interface AlarmRule {
  high_warning: number | null;
  high_alarm: number | null;
  low_warning: number | null;
  low_alarm: number | null;
  /** Number of consecutive values that raise, and that clear. */
  raise_after: number;
  clear_after: number;
  /** Hysteresis: how far inside the innermost limit a value must be to clear. */
  deadband: number;
  /** Times of day, such as `08:00` to `20:00`; empty means always. */
  hours: readonly (readonly [from: string, to: string])[];
}

export type AlarmSide = 'high' | 'low';
export type AlarmLevel = 'warning' | 'alarm';

/** From severe to mild: the first that applies is the level. */
const levels = ['alarm', 'warning'] as const;

export interface AlarmEpisode {
  side: AlarmSide;
  level: AlarmLevel;
  /**
   * Times of the first value beyond the limit, of the value that raised the episode, and of the first that cleared it.
   */
  from: number;
  raised: number;
  to: number | null;
  /** The most extreme value from `from` to before `to`, and the number of values. */
  peak: number;
  n: number;
}

/** Consecutive values: how many, since when, and the most extreme. */
interface Run {
  n: number;
  from: number;
  peak: number;
}

interface SideState {
  runs: Partial<Record<AlarmLevel, Run>>;
  clearing: Run | null;
  open: AlarmEpisode | null;
}

/** The state of a rule between two values: plain data, so that it can be stored. */
export interface AlarmState {
  /** Time of the last valid value. */
  last: number | null;
  high: SideState;
  low: SideState;
}

export interface AlarmValue {
  /** Milliseconds since 1970. */
  at: number;
  value: number;
}

/** The effect of a value on an episode. */
export interface AlarmStep {
  did: 'raised' | 'worsened' | 'cleared';
  episode: AlarmEpisode;
}

/** Values further apart than this many intervals are not consecutive. */
export const GAP_INTERVALS = 3;

export function freshAlarm(): AlarmState {
  return { last: null, high: freshSide(), low: freshSide() };
}

function freshSide(): SideState {
  return { runs: {}, clearing: null, open: null };
}

/**
 * Whether a local time `HH:mm:ss` is in one of the windows. A window that ends no later than it starts runs over
 * midnight.
 */
export function isInHours(time: string, hours: AlarmRule['hours']): boolean {
  if (hours.length === 0) return true;
  return hours.some(([from, to]) => (from < to ? time >= from && time < to : time >= from || time < to));
}

/**
 * Evaluates the next valid value: present, without a flag, within the rule's hours. Changes the state in place; returns
 * the effects on the high and the low side.
 */
export function stepAlarm(
  state: AlarmState,
  rule: AlarmRule,
  intervalMs: number,
  next: AlarmValue,
): AlarmStep[] {
  const isGap = state.last !== null && next.at - state.last > GAP_INTERVALS * intervalMs;
  state.last = next.at;
  return (['high', 'low'] as const).flatMap((side) => {
    if (isGap) breakRuns(state[side], side);
    return stepSide(state[side], side, rule, next) ?? [];
  });
}

/** The open episode of a side. Values that may yet turn out to be recovery still belong to it. */
export function openEpisode(state: AlarmState, side: AlarmSide): AlarmEpisode | null {
  const { open, clearing } = state[side];
  if (!open || !clearing) return open;
  return { ...open, n: open.n + clearing.n, peak: further(side, open.peak, clearing.peak) };
}

function breakRuns(state: SideState, side: AlarmSide): void {
  state.runs = {};
  endClearing(state, side);
}

/** The supposed recovery belongs to the episode after all. */
function endClearing(state: SideState, side: AlarmSide): void {
  if (!state.clearing) return;
  const { n, peak } = state.clearing;
  if (state.open)
    state.open = { ...state.open, n: state.open.n + n, peak: further(side, state.open.peak, peak) };
  state.clearing = null;
}

function stepSide(
  state: SideState,
  side: AlarmSide,
  rule: AlarmRule,
  next: AlarmValue,
): AlarmStep | undefined {
  const isClear = state.open !== null && clears(side, rule, next.value);
  if (isClear && state.open) {
    state.runs = {};
    state.clearing = longer(side, state.clearing ?? undefined, next);
    if (state.clearing.n < rule.clear_after) return undefined;
    const episode = { ...state.open, to: state.clearing.from };
    Object.assign(state, freshSide());
    return { did: 'cleared', episode };
  }
  endClearing(state, side);
  if (state.open) {
    state.open.n += 1;
    state.open.peak = further(side, state.open.peak, next.value);
  }
  for (const level of levels) {
    const run = isBeyond(side, limitOf(rule, side, level), next.value)
      ? longer(side, state.runs[level], next)
      : undefined;
    if (run) state.runs[level] = run;
    else delete state.runs[level];
  }
  return raise(state, side, rule, next);
}

function raise(
  state: SideState,
  side: AlarmSide,
  rule: AlarmRule,
  { at }: AlarmValue,
): AlarmStep | undefined {
  const level = levels.find((one) => (state.runs[one]?.n ?? 0) >= rule.raise_after);
  const run = level && state.runs[level];
  if (!run) return undefined;
  if (!state.open) {
    const { from, peak, n } = run;
    state.open = { side, level, from, raised: at, to: null, peak, n };
    return { did: 'raised', episode: { ...state.open } };
  }
  if (level !== 'alarm' || state.open.level === 'alarm') return undefined;
  state.open.level = 'alarm';
  return { did: 'worsened', episode: { ...state.open } };
}

function longer(side: AlarmSide, run: Run | undefined, { at, value }: AlarmValue): Run {
  return run
    ? { n: run.n + 1, from: run.from, peak: further(side, run.peak, value) }
    : { n: 1, from: at, peak: value };
}

function further(side: AlarmSide, one: number, other: number): number {
  return side === 'high' ? Math.max(one, other) : Math.min(one, other);
}

function limitOf(rule: AlarmRule, side: AlarmSide, level: AlarmLevel): number | null {
  return rule[`${side}_${level}`];
}

function isBeyond(side: AlarmSide, limit: number | null, value: number): boolean {
  return limit !== null && (side === 'high' ? value > limit : value < limit);
}

/** At or inside the innermost limit minus the dead band. */
function clears(side: AlarmSide, rule: AlarmRule, value: number): boolean {
  const innermost = limitOf(rule, side, 'warning') ?? limitOf(rule, side, 'alarm');
  if (innermost === null) return true;
  return side === 'high'
    ? value <= minusDecimal(innermost, rule.deadband)
    : value >= plusDecimal(innermost, rule.deadband);
}
