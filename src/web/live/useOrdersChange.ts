import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** Asks these calls anew once somebody, at whichever server, did something with an order. */
export function useOrdersChange(calls: readonly { path: string }[]): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
    ),
  );
  useLive({ topics: ['orders'], site_ids: [] }, { onEvents: askSoon, onMissed: askSoon });
}
