import { useState } from 'react';
import { filtersOf } from './list-query.ts';
import type { List } from './useList.ts';

export interface Selection<Row> {
  /** All selected rows, those of this page as they are now. */
  chosen: Row[];
  /** Selected rows of this page. */
  here: Row[];
  /** Replaces the selection of this page; the other pages keep theirs. */
  choose(rows: Row[]): void;
  clear(): void;
}

const nothing = { filters: '', page: '', rows: [] };

/**
 * Selected rows of a list. They stay selected while the user leafs through its pages. Another filter drops them, and
 * so does a row's disappearance from its page: an action that took it out of the list must not run on it again.
 */
export function useSelection<Row>(list: List<Row>, rowKey: keyof Row & string): Selection<Row> {
  const [selected, setSelected] = useState<Row[]>([]);
  const rows = list.rows ?? [];
  const [shown, setShown] = useState<{ filters: string; page: string; rows: Row[] }>(nothing);
  const has = (among: Row[], row: Row) => among.some((one) => one[rowKey] === row[rowKey]);
  // Rows of an earlier query belong to that query, also if they are selected while the next page loads.
  if (list.rows && !list.outdated && list.rows !== shown.rows) {
    const filters = JSON.stringify(filtersOf(list.listing.list, list.query));
    const page = JSON.stringify(list.query);
    setShown({ filters, page, rows });
    const stays = (row: Row) =>
      has(rows, row) || (filters === shown.filters && (page !== shown.page || !has(shown.rows, row)));
    setSelected(selected.filter(stays));
  }
  const fresh = new Map(rows.map((row) => [row[rowKey], row]));
  const elsewhere = selected.filter((row) => !has(rows, row));
  return {
    chosen: selected.map((row) => fresh.get(row[rowKey]) ?? row),
    here: rows.filter((row) => has(selected, row)),
    choose: (picked) => setSelected([...elsewhere, ...picked]),
    clear: () => setSelected([]),
  };
}
