import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { LiveEvent, Watch } from '#shared/contract/live.ts';
import { type LiveState, liveState, onLiveState, watchLive } from './socket.ts';

/**
 * Hears of what changes at these sites (all visible ones without `site_ids`) as long as the component is there.
 * `onMissed` is the moment to ask the server anew.
 */
export function useLive(
  { topics, site_ids }: Watch,
  handlers: { onEvents(events: LiveEvent[]): void; onMissed(): void },
  enabled = true,
): LiveState {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const wanted = topics.join();
  const sites = site_ids?.join();
  useEffect(() => {
    if (!enabled) return;
    const watch: Watch = {
      topics: wanted.split(',') as Watch['topics'],
      ...(sites === undefined ? {} : { site_ids: sites === '' ? [] : sites.split(',').map(Number) }),
    };
    return watchLive({
      watch,
      onEvents: (events) => latest.current.onEvents(events),
      onMissed: () => latest.current.onMissed(),
    });
  }, [wanted, sites, enabled]);
  const state = useLiveState();
  // What happened while the first connection was being made is not known; later ones resume.
  const isOpen = state === 'open';
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (!isOpen || wasOpen.current) return;
    wasOpen.current = true;
    latest.current.onMissed();
  }, [isOpen]);
  return state;
}

/** Whether what is shown follows the stations just now. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(onLiveState, liveState);
}
