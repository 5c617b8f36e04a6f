import { useLive } from './useLive.ts';
import { useReloading } from './useReloading.ts';

/** Reloads these calls when an order changes, at any server. */
export function useOrdersChange(calls: readonly { path: string }[]): void {
  const askSoon = useReloading(calls);
  useLive({ topics: ['orders'], site_ids: [] }, { onEvents: askSoon, onMissed: askSoon });
}
