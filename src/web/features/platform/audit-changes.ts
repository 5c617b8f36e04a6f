type Values = Record<string, unknown>;

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
  changed: boolean;
}

/** Maintained by the database on every write, so not a user's change. */
const bookkeeping = new Set(['version', 'updated_at', 'only_row']);

/** Changes of an entry by field. A new or deleted row lists its non-empty fields. */
export function changesOf({ before, after }: { before: Values | null; after: Values | null }): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !bookkeeping.has(field))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => !isEmpty(change.before) || !isEmpty(change.after))
    .map((change) => ({
      ...change,
      changed: JSON.stringify(change.before) !== JSON.stringify(change.after),
    }));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
