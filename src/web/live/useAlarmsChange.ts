import type { AlarmEvent } from '#shared/contract/live.ts';
import { useLive } from './useLive.ts';
import { useReloading } from './useReloading.ts';

/** Reloads these calls whenever an alarm changes, and passes the events on. */
export function useAlarmsChange(
  calls: readonly { path: string }[],
  onAlarms: (events: AlarmEvent[]) => void = () => undefined,
  enabled = true,
): void {
  const askSoon = useReloading(calls);
  // Alarm events come for all sites; no site is named, so that nothing else is subscribed.
  useLive(
    { topics: ['alarm'], site_ids: [] },
    {
      onEvents: (events) => {
        askSoon();
        onAlarms(events.filter((event) => event.topic === 'alarm'));
      },
      onMissed: askSoon,
    },
    enabled,
  );
}
