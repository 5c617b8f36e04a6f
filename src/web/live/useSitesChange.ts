import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** Reloads these calls when sites change: one was added, removed, renamed or granted. */
export function useSitesChange(calls: readonly { path: string }[], enabled = true): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) =>
        // Several parts of a page may ask at once: they share one query.
        client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false }),
      ),
    ),
  );
  // No site is named, so that nothing else is subscribed. Sites rarely change and may be many, so a reconnection alone
  // does not reload them.
  useLive({ topics: ['sites'], site_ids: [] }, { onEvents: askSoon, onMissed: () => undefined }, enabled);
}
