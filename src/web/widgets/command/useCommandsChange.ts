import { useLive } from '#web/live/useLive.ts';
import { useReloading } from '#web/live/useReloading.ts';

/** Reloads these calls when the state of a command changes, at these sites or at any. */
export function useCommandsChange(calls: readonly { path: string }[], site_ids?: readonly number[]): void {
  const askSoon = useReloading(calls);
  useLive(
    { topics: ['command'], ...(site_ids && site_ids.length > 0 && { site_ids: [...site_ids] }) },
    { onEvents: askSoon, onMissed: askSoon },
  );
}
