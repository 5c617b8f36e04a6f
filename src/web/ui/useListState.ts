import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Listing, ListQuery } from '#shared/contract/resource.ts';
import { filtersOf, readQuery, writeQuery } from './list-query.ts';

export interface ListState {
  query: ListQuery;
  /** True if a keyword or filter is set. */
  filtered: boolean;
  /**
   * Any change except paging goes back to the first page. Each change is a history entry, unless it amends the last
   * one.
   */
  change(patch: Record<string, unknown>, how?: { amends: boolean }): void;
  clearFilters(): void;
}

/** Page, order, keyword and filters of a list are in the URL: a reload or shared link shows the same list. */
export function useListState<Row>({ list }: Pick<Listing<Row>, 'list'>): ListState {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(list, params), [list, params]);
  // Navigation is asynchronous: a change builds on the latest parameters, not on the rendered ones.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback<ListState['change']>(
    (patch, how) => {
      const next = writeQuery(list, latest.current, { page_index: 1, ...patch });
      if (next.toString() === latest.current.toString()) return;
      latest.current = next;
      setParams(next, { replace: how?.amends, preventScrollReset: true });
    },
    [list, setParams],
  );
  const filters = Object.keys(filtersOf(list, query));
  return {
    query,
    filtered: filters.length > 0,
    change,
    clearFilters: () => change(Object.fromEntries(filters.map((key) => [key, undefined]))),
  };
}
