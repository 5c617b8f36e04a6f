import type { LiveEvent } from '#shared/contract/live.ts';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** With more sites, all are subscribed and events are filtered. */
const mostSites = 1000;

interface Shown {
  /** Absent: all visible sites. */
  site_ids?: readonly number[] | undefined;
  level: 'day' | 'month';
  /** Half-open; an event in any of them counts. */
  spans: readonly { from: string; to: string }[];
}

/** Reloads when shown days or months, or the sites themselves, change. */
export function useSummed({ site_ids, level, spans }: Shown, ask: () => Promise<unknown> | undefined): void {
  const askSoon = useAskingSoon(ask);
  const isShown = (event: LiveEvent) =>
    event.topic === 'sites' ||
    (event.topic === 'summed' &&
      event.level === level &&
      (site_ids?.includes(event.site_id) ?? true) &&
      spans.some(
        ({ from, to }) =>
          Date.parse(event.last ?? event.ts) >= Date.parse(from) && Date.parse(event.ts) < Date.parse(to),
      ));
  useLive(
    {
      topics: ['summed', 'sites'],
      ...(site_ids && site_ids.length <= mostSites && { site_ids: [...site_ids] }),
    },
    { onEvents: (events) => events.some(isShown) && askSoon(), onMissed: askSoon },
  );
}
