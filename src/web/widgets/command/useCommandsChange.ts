import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from '#web/live/useAskingSoon.ts';
import { useLive } from '#web/live/useLive.ts';

/** Reloads these calls when the state of a command changes, at these sites or at any. */
export function useCommandsChange(calls: readonly { path: string }[], site_ids?: readonly number[]): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
    ),
  );
  useLive(
    { topics: ['command'], ...(site_ids && site_ids.length > 0 && { site_ids: [...site_ids] }) },
    { onEvents: askSoon, onMissed: askSoon },
  );
}
