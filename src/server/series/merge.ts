import type { ValueOrigin } from './store.ts';

/** What is stored of one factor in one period. */
export interface Value {
  avg: number | null;
  min: number | null;
  max: number | null;
  cou: number | null;
  zs: number | null;
  raw: number | null;
  /** '' is N. */
  flag: string;
  origin: ValueOrigin;
}

const figures = ['avg', 'min', 'max', 'cou', 'zs', 'raw'] as const;
/** Those whose change is remembered. */
const remembered = ['avg', 'min', 'max', 'cou'] as const;

const isPersons = ({ origin }: Value) => origin === 'm' || origin === 'r';

/**
 * Which value holds where one is stored and another word comes of the same site, factor, time and data type. This is the
 * rule; engines say it in their own language, and are held against it (`engines.test.ts`).
 *
 * - What was simulated is as if it were not there.
 * - A person's word, typed in or reviewed, is replaced by a person's only.
 * - What says nothing new changes nothing, unless a person now stands for it.
 * - Otherwise the later word holds, figure by figure: what it does not carry stays. Its flag stands for the value: one
 *   that brings other figures only, and no flag, says nothing of it; but a person who takes a flag away means it.
 */
export function mergeValue(old: Value | undefined, said: Value): Value {
  if (!old || old.origin === 'v') return said;
  if (isPersons(old) && !isPersons(said)) return old;
  if (!isPersons(said) && saysNothingNew(old, said)) return old;
  const merged = { ...said, flag: mergedFlag(old, said) };
  for (const figure of figures) merged[figure] = said[figure] ?? old[figure];
  return merged;
}

function saysNothingNew(old: Value, said: Value): boolean {
  const isKnown = figures.every((figure) => said[figure] === null || said[figure] === old[figure]);
  return isKnown && mergedFlag(old, said) === old.flag;
}

function mergedFlag(old: Value, said: Value): string {
  return said.avg === null && said.flag === '' && !isPersons(said) ? old.flag : said.flag;
}

/** Whether a later word makes a stored value another one, which is then remembered. */
export function replaces(old: Value | undefined, said: Value): boolean {
  if (!old || old.origin === 'v' || (isPersons(old) && !isPersons(said))) return false;
  const differs = remembered.some(
    (figure) => said[figure] !== null && old[figure] !== null && said[figure] !== old[figure],
  );
  return differs || mergedFlag(old, said) !== old.flag;
}

/** The newest value of a factor. */
export interface Newest {
  ts: Date;
  avg: number | null;
  flag: string;
}

/** Which of two is the newest: of one and the same time the later word, which may be another figure of the value. */
export function newestOf(old: Newest | undefined, said: Newest): Newest {
  if (!old || said.ts > old.ts) return said;
  if (said.ts < old.ts) return old;
  return said.avg === null ? { ...old, flag: said.flag || old.flag } : said;
}

/** What becomes of a value that a trace wrote, when the trace is taken back. */
export interface Undone {
  /** None where it goes. */
  remains: Value | undefined;
  fate: 'removed' | 'restored' | 'kept' | 'same';
}

/**
 * What was added goes, what was replaced comes back, and what has changed since stays. What was simulated before does
 * not come back: it may since have been switched off.
 */
export function undo(current: Value, before: Value | undefined, after: Value | undefined): Undone {
  if (!isSame(current, after)) return { remains: current, fate: 'kept' };
  if (!before || before.origin === 'v') return { remains: undefined, fate: 'removed' };
  return { remains: before, fate: isSame(before, after) ? 'same' : 'restored' };
}

export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (!a || !b) return a === b;
  return a.flag === b.flag && a.origin === b.origin && figures.every((figure) => a[figure] === b[figure]);
}
