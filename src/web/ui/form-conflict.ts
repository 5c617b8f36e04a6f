import type { Values } from './form-field.ts';

/** A field that someone else changed since the form was opened. */
export interface Difference {
  key: string;
  was: unknown;
  theirs: unknown;
  /** Present when the user typed something else in the same field. */
  mine?: unknown;
}

interface Merge {
  differences: Difference[];
  /** What the form shows next: what the user typed where they typed, the other's value elsewhere. */
  values: Values;
}

/** Puts two people's edits of one record together. Nothing that was typed is lost. */
export function mergeEdits(keys: readonly string[], opened: Values, fresh: Values, typed: Values): Merge {
  const differences: Difference[] = [];
  const values: Values = {};
  for (const key of keys) {
    const mine = typed[key];
    const touched = !same(mine, opened[key]);
    values[key] = touched ? mine : fresh[key];
    if (same(opened[key], fresh[key])) continue;
    const difference = { key, was: opened[key], theirs: fresh[key] };
    differences.push(touched && !same(mine, fresh[key]) ? { ...difference, mine } : difference);
  }
  return { differences, values };
}

export function changedFields(keys: readonly string[], from: Values, to: Values): Values {
  return Object.fromEntries(keys.filter((key) => !same(from[key], to[key])).map((key) => [key, to[key]]));
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
