import { useLive } from './useLive.ts';
import { useReloading } from './useReloading.ts';

/** Reloads these calls when sites change: one was added, removed, renamed or granted. */
export function useSitesChange(calls: readonly { path: string }[], enabled = true): void {
  const askSoon = useReloading(calls);
  // No site is named, so that nothing else is subscribed. Sites rarely change and may be many, so a reconnection alone
  // does not reload them.
  useLive({ topics: ['sites'], site_ids: [] }, { onEvents: askSoon, onMissed: () => undefined }, enabled);
}
