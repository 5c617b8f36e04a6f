import type { Values } from './form-field.ts';

/** A field that somebody else changed since the form was opened. */
export interface Difference {
  key: string;
  was: unknown;
  theirs: unknown;
  /** The user's own different input, if any. */
  mine?: unknown;
}

interface Merge {
  differences: Difference[];
  /** The user's input where there is any, otherwise the other's value. */
  values: Values;
}

/** Three-way merge of concurrent edits; keeps all input of the user. */
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
