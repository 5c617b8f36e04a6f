import { useQueryClient } from '@tanstack/react-query';
import { useAskingSoon } from './useAskingSoon.ts';

/** Reloads these calls soon. Several parts of a page may want it at once: they share one query. */
export function useReloading(calls: readonly { path: string }[]): () => void {
  const client = useQueryClient();
  return useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
    ),
  );
}
