import { historyBeside } from '#shared/contract/readings/history.ts';
import { useMeasuredQuery } from '#web/widgets/useMeasuredQuery.ts';

export const comparisons = ['before', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** Query from the URL, so that reloads and shared links show the same. */
export function useHistoryQuery() {
  const query = useMeasuredQuery();
  const { params, numbers, change } = query;
  const list = (key: string) => (params.get(key) ?? '').split(',').filter((part) => part !== '');
  const [zoomFrom, zoomTo] = [Number(params.get('zoom_from')), Number(params.get('zoom_to'))];
  return {
    ...query,
    site_ids: numbers('sites'),
    /** Empty means the default factors. */
    component_ids: numbers('factors'),
    order: params.get('order') === 'asc' ? ('asc' as const) : ('desc' as const),
    shown: historyBeside.options.filter((beside) => list('show').includes(beside)),
    /** Time range to compare with. */
    compare: comparisons.find((one) => one === params.get('compare')),
    /** Whether statistics and table follow the zoom of the chart. */
    follows: params.get('follow') === '1',
    /** Zoomed range of the chart in milliseconds. */
    zoom: zoomTo > zoomFrom ? { from: zoomFrom, to: zoomTo } : undefined,
    /**
     * Zooms in or resets the zoom. Zooming also fixes the time range in the URL, so that a link keeps showing the same
     * part.
     */
    look: (part: { from: number; to: number } | undefined) =>
      change({
        zoom_from: part && Math.round(part.from),
        zoom_to: part && Math.round(part.to),
        ...(part && { from: query.from, to: query.to }),
      }),
    /** Changes the query and resets the zoom. */
    ask: (patch: Parameters<typeof change>[0]) =>
      change({ zoom_from: undefined, zoom_to: undefined, ...patch }),
  };
}

export type HistoryQuery = ReturnType<typeof useHistoryQuery>;
