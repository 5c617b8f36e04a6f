import { useEffect } from 'react';
import type { Listing, ListQuery } from '#shared/contract/resource.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';
import { localColumn } from './local-name.ts';
import { type ListState, useListState } from './useListState.ts';

/** State of a list shared by table, filters and export: query and answer. */
export interface List<Row> extends ListState {
  listing: Listing<Row>;
  rows: Row[] | undefined;
  total: number;
  /** True if there are more rows than `total`. */
  more: boolean;
  loading: boolean;
  /** True while the rows of an earlier query are shown. */
  outdated: boolean;
  error: unknown;
  reload(): void;
}

/** `fixed` are filters of the page that override the URL. */
export function useList<Row>(listing: Listing<Row>, fixed: Partial<ListQuery> = {}): List<Row> {
  const language = useLanguage();
  const inAddress = useListState(listing);
  const state = { ...inAddress, query: { ...inAddress.query, ...fixed } };
  const { sort, page_index, page_size } = state.query;
  const query = { ...state.query, sort: sort && localColumn(listing.columns, sort, language) };
  const answer = useCall(listing.list, query, { keepPrevious: true });
  const rows = answer.data?.data_info;
  const total = answer.data?.total ?? 0;

  // After deleting the last rows of the last page, goes to the new last page.
  const { change } = state;
  const beyond = !answer.isPlaceholderData && rows?.length === 0 && total > 0 && page_index > 1;
  const lastPage = Math.ceil(total / page_size);
  useEffect(() => {
    if (beyond) change({ page_index: lastPage }, { amends: true });
  }, [beyond, lastPage, change]);

  return {
    ...state,
    listing,
    rows,
    total,
    more: answer.data?.more ?? false,
    loading: answer.isFetching,
    outdated: answer.isPlaceholderData,
    error: answer.error,
    reload: () => void answer.refetch(),
  };
}
