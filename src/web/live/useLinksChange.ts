import { useLive } from './useLive.ts';
import { useReloading } from './useReloading.ts';

/** Reloads these calls when a site goes online or offline. */
export function useLinksChange(calls: readonly { path: string }[]): void {
  const reload = useReloading(calls);
  useLive({ topics: ['link'] }, { onEvents: reload, onMissed: reload });
}
