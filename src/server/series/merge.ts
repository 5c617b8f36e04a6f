import type { ValueOrigin } from './store.ts';

/** The stored value of one factor in one period. */
export interface Value {
  avg: number | null;
  min: number | null;
  max: number | null;
  cou: number | null;
  zs: number | null;
  raw: number | null;
  /** '' means N. */
  flag: string;
  origin: ValueOrigin;
}

const figures = ['avg', 'min', 'max', 'cou', 'zs', 'raw'] as const;
/** The parts whose change is recorded as a revision. */
const remembered = ['avg', 'min', 'max', 'cou'] as const;

const isPersons = ({ origin }: Value) => origin === 'm' || origin === 'r';

/**
 * The merge rule: which value holds if one is stored and another arrives for the same site, factor, time and data type.
 * Engines implement the rule in their own language and are tested against this function (`engines.test.ts`).
 *
 * - A simulated value is treated as absent.
 * - A manual or reviewed value is replaced only by another manual or reviewed one.
 * - An equal value changes nothing, unless it is now manual or reviewed.
 * - Otherwise the later value wins part by part; parts it does not have stay. The flag belongs to the value, so an
 *   update of other parts without a flag leaves it; but a person who removes a flag means it.
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

/** Whether an update changes the stored value, which is then recorded as a revision. */
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

/** The newer of two values. For the same time the later update is used: it may bring other parts of the value. */
export function newestOf(old: Newest | undefined, said: Newest): Newest {
  if (!old || said.ts > old.ts) return said;
  if (said.ts < old.ts) return old;
  return said.avg === null ? { ...old, flag: said.flag || old.flag } : said;
}

/** The result of undoing a traced write. */
export interface Undone {
  /** Undefined if the value is removed. */
  remains: Value | undefined;
  fate: 'removed' | 'restored' | 'kept' | 'same';
}

/**
 * Added values are removed, replaced ones are restored, and values that have changed since are kept. Simulated values
 * are not restored: simulation may have been switched off since.
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
