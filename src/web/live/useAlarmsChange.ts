import { useQueryClient } from '@tanstack/react-query';
import type { AlarmEvent } from '#shared/contract/live.ts';
import { useAskingSoon } from './useAskingSoon.ts';
import { useLive } from './useLive.ts';

/** Asks these calls anew whenever an alarm takes a step, and hands over what was heard. */
export function useAlarmsChange(
  calls: readonly { path: string }[],
  onAlarms: (events: AlarmEvent[]) => void = () => undefined,
  enabled = true,
): void {
  const client = useQueryClient();
  const askSoon = useAskingSoon(() =>
    Promise.all(
      calls.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
    ),
  );
  // Alarms are told of all sites. None is named, so that nothing else is heard on their account.
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
