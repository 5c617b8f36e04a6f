import { siteMarks } from '#shared/contract/sites/marks.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { type Marks, noMarks } from './marks.ts';

/** Favourites and recent sites; empty until loaded, so that nothing waits for them. */
export function useMarks(): Marks {
  const { data } = useCall(siteMarks.data, {}, { staleMs, shell: true });
  return data ?? noMarks;
}
