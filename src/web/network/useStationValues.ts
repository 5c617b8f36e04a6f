import { home } from '#shared/contract/home/home.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import { useCall } from '#web/api/useCall.ts';
import { newestOf } from '#web/live/live-values.ts';
import { useLatest } from '#web/live/useLatest.ts';
import type { Station } from './network.ts';

const none: readonly LatestValue[] = [];

/** Everything that a station measures, live, and its last 24 hours. */
export function useStationValues({ site: { site_id }, data_type: finest }: Station) {
  const day = useCall(home.station, { site_id });
  const { asked, heard, error, reload } = useLatest(site_id, finest ?? 'realtime', () => void day.refetch());
  return {
    values: (asked ?? none).map((value) => newestOf(value, heard.get(value.component_id))),
    isAsked: asked !== undefined,
    day: day.data,
    error,
    reload,
  };
}
