import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { LiveEvent, Watch } from '#shared/contract/live.ts';
import { type LiveState, liveState, onLiveState, watchLive } from './socket.ts';

/**
 * Subscribes to changes at these sites (all visible ones without `site_ids`) while the component is mounted. On
 * `onMissed` the server must be asked again.
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
  // Events before the first connection are unknown; later connections resume.
  const isOpen = state === 'open';
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (!isOpen || wasOpen.current) return;
    wasOpen.current = true;
    latest.current.onMissed();
  }, [isOpen]);
  return state;
}

/** Whether the page is receiving live data. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(onLiveState, liveState);
}
