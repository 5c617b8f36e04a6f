import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Listing, ListQuery } from '#shared/contract/resource.ts';
import { filtersOf, readQuery, writeQuery } from './list-query.ts';

export interface ListState {
  query: ListQuery;
  /** Is anything left out by a keyword or filter? */
  filtered: boolean;
  /**
   * Anything but a page change goes back to the first page. Each change is a step that Back undoes, unless it only
   * amends the last one.
   */
  change(patch: Record<string, unknown>, how?: { amends: boolean }): void;
  clearFilters(): void;
}

/** Page, order, keyword and filters of a list live in the address: a reload or a shared link shows the same list. */
export function useListState<Row>({ list }: Pick<Listing<Row>, 'list'>): ListState {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => readQuery(list, params), [list, params]);
  // A step takes a moment to arrive: the next one builds on where it leads, not on what is still shown.
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
