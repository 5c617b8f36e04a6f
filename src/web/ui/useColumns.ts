import { type ReactNode, useState } from 'react';

export interface Column<Row> {
  key: keyof Row & string;
  /** Default: derived from the column type. */
  show?(row: Row): ReactNode;
  /** Heading if it differs from the form label. */
  title?: string;
  width?: number;
  sortable?: boolean;
  /** Hidden by default, but available in the column chooser. */
  rare?: boolean;
  /** Exported although hidden: re-importing the file needs it. */
  imported?: boolean;
}

export type ColumnSpec<Row> = (keyof Row & string) | Column<Row>;

export function keyOf<Row>(spec: ColumnSpec<Row>): keyof Row & string {
  return typeof spec === 'string' ? spec : spec.key;
}

/** User's column order and hidden columns. */
interface Arrangement {
  order: string[];
  hidden: string[];
}

export interface ColumnChoice<Row> {
  /** All columns in the user's order. */
  all: Column<Row>[];
  shown: Column<Row>[];
  exported: Column<Row>[];
  isShown(key: string): boolean;
  toggle(key: string): void;
  move(key: string, by: 1 | -1): void;
  reset(): void;
}

export function useColumns<Row>(name: string, specs: readonly ColumnSpec<Row>[]): ColumnChoice<Row> {
  const storageKey = `columns.${name}`;
  const [kept, setKept] = useState<Arrangement | undefined>(() => read(storageKey));
  const columns = specs.map((spec): Column<Row> => (typeof spec === 'string' ? { key: spec } : spec));
  const all = arranged(columns, kept?.order ?? []);
  const hidden: string[] = kept?.hidden ?? columns.filter(({ rare }) => rare).map(({ key }) => key);

  const keep = (next: Arrangement) => {
    localStorage.setItem(storageKey, JSON.stringify(next));
    setKept(next);
  };
  const order: string[] = all.map(({ key }) => key);
  return {
    all,
    shown: all.filter(({ key }) => !hidden.includes(key)),
    exported: all.filter(({ key, imported }) => imported || !hidden.includes(key)),
    isShown: (key) => !hidden.includes(key),
    toggle: (key) =>
      keep({
        order,
        hidden: hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key],
      }),
    move: (key, by) => keep({ order: moved(order, order.indexOf(key), by), hidden }),
    reset: () => {
      localStorage.removeItem(storageKey);
      setKept(undefined);
    },
  };
}

/** Columns added by a newer version go after their predecessor on the page. */
function arranged<Row>(columns: Column<Row>[], order: readonly string[]): Column<Row>[] {
  const known = order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  columns.forEach((column, index) => {
    if (known.includes(column)) return;
    const before = columns[index - 1];
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, column);
  });
  return known;
}

function moved(order: readonly string[], from: number, by: 1 | -1): string[] {
  const next = [...order];
  const [key] = next.splice(from, 1);
  if (key !== undefined) next.splice(Math.max(0, from + by), 0, key);
  return next;
}

function read(storageKey: string): Arrangement | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return isArrangement(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isArrangement(value: unknown): value is Arrangement {
  const { order, hidden } = (value ?? {}) as Partial<Arrangement>;
  return Array.isArray(order) && Array.isArray(hidden);
}
