import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** Asks these calls anew once sites are not what they were: one came or went, was renamed, or given to the reader. */
export function useSitesChange(calls: readonly { path: string }[], enabled = true): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) =>
        // Several parts of a page may say so at once: one question answers them all.
        client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false }),
      ),
    ),
  );
  // Of no site in particular, so that nothing else is heard on its account. Sites seldom change, and there may be many
  // of them: a connection that comes back is no reason to ask for all.
  useLive({ topics: ['sites'], site_ids: [] }, { onEvents: askSoon, onMissed: () => undefined }, enabled);
}
