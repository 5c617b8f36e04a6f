import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { savedQueries } from '#shared/contract/readings/saved-queries.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useSettled } from '#web/ui/useSettled.ts';

const page = 'history' as const;
/** Where one was within the answer is no part of the question. */
const PLACES = ['page_index', 'zoom_from', 'zoom_to', 'follow'];

/** The page opens on the last question where its address asks none, and remembers each one that is asked. */
export function useLastQuery(isAsked: boolean): void {
  const [params, setParams] = useSearchParams();
  const opened = useRef(params.size === 0);
  const { data } = useCall(savedQueries.data, { page }, { enabled: opened.current });
  const last = data?.last;
  useEffect(() => {
    if (last === undefined || !opened.current) return;
    // Once: whoever empties the question wants it empty.
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
