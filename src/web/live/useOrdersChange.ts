import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** Reloads these calls when an order changes, at any server. */
export function useOrdersChange(calls: readonly { path: string }[]): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
    ),
  );
  useLive({ topics: ['orders'], site_ids: [] }, { onEvents: askSoon, onMissed: askSoon });
}
