import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Listing, ListQuery } from '#shared/contract/resource.ts';
import { filtersOf, readQuery, writeQuery } from './list-query.ts';

export interface ListState {
  query: ListQuery;
  /** Is anything left out by a keyword or filter? */
  filtered: boolean;
  /** Anything but a page change goes back to the first page. */
  change(patch: Record<string, unknown>): void;
  clearFilters(): void;
}

/** Page, order, keyword and filters of a list live in the address: a reload or a shared link shows the same list. */
export function useListState<Row>({ list }: Pick<Listing<Row>, 'list'>): ListState {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(list, params), [list, params]);
  const change = useCallback(
    (patch: Record<string, unknown>) =>
      setParams((now) => writeQuery(list, now, { page_index: 1, ...patch }), {
        replace: true,
        preventScrollReset: true,
      }),
    [list, setParams],
  );
  const filters = Object.keys(filtersOf(query));
  return {
    query,
    filtered: filters.length > 0,
    change,
    clearFilters: () => change(Object.fromEntries(filters.map((key) => [key, undefined]))),
  };
}
