import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { savedQueries } from '#shared/contract/readings/saved-queries.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useSettled } from '#web/ui/useSettled.ts';

const page = 'history' as const;
/** Page and zoom are not part of the saved query. */
const PLACES = ['page_index', 'zoom_from', 'zoom_to', 'follow'];

/** Restores the last query if the URL has none, and saves each query. */
export function useLastQuery(isAsked: boolean): void {
  const [params, setParams] = useSearchParams();
  const opened = useRef(params.size === 0);
  const { data } = useCall(savedQueries.data, { page }, { enabled: opened.current });
  const last = data?.last;
  useEffect(() => {
    if (last === undefined || !opened.current) return;
    // Only once: a user who clears the query wants it empty.
    opened.current = false;
    if (last !== null && params.size === 0) setParams(new URLSearchParams(last), { replace: true });
  }, [last, params, setParams]);

  const question = new URLSearchParams(params);
  for (const place of PLACES) question.delete(place);
  const settled = useSettled(isAsked ? question.toString() : '', 1000);
  const { run } = useAction(savedQueries.remember, { shows: () => true });
  useEffect(() => {
    if (settled !== '') void run({ page, params: settled }).catch(() => undefined);
  }, [settled, run]);
}
