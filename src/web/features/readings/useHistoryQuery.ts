import { historyBeside } from '#shared/contract/readings/history.ts';
import { useMeasuredQuery } from '#web/widgets/useMeasuredQuery.ts';

export const comparisons = ['before', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** The question as the address holds it: a reload or a shared link asks the same. */
export function useHistoryQuery() {
  const query = useMeasuredQuery();
  const { params, numbers, change } = query;
  const list = (key: string) => (params.get(key) ?? '').split(',').filter((part) => part !== '');
  const [zoomFrom, zoomTo] = [Number(params.get('zoom_from')), Number(params.get('zoom_to'))];
  return {
    ...query,
    site_ids: numbers('sites'),
    /** Empty where none were chosen: then the usual ones are meant. */
    component_ids: numbers('factors'),
    order: params.get('order') === 'asc' ? ('asc' as const) : ('desc' as const),
    shown: historyBeside.options.filter((beside) => list('show').includes(beside)),
    /** What the chart sets beside the time that was asked for. */
    compare: comparisons.find((one) => one === params.get('compare')),
    /** Whether figures and table are of the part that the chart looks at. */
    follows: params.get('follow') === '1',
    /** The part of the time that the chart looks at, in milliseconds. */
    zoom: zoomTo > zoomFrom ? { from: zoomFrom, to: zoomTo } : undefined,
    /**
     * Looks at a part of the time, or at all of it again. The time itself is then said too: whenever the link is opened,
     * it is a part of the same.
     */
    look: (part: { from: number; to: number } | undefined) =>
      change({
        zoom_from: part && Math.round(part.from),
        zoom_to: part && Math.round(part.to),
        ...(part && { from: query.from, to: query.to }),
      }),
    /** Another question is looked at as a whole. */
    ask: (patch: Parameters<typeof change>[0]) =>
      change({ zoom_from: undefined, zoom_to: undefined, ...patch }),
  };
}

export type HistoryQuery = ReturnType<typeof useHistoryQuery>;
