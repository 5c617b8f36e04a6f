import { useState } from 'react';
import { home } from '#shared/contract/home.ts';
import { type LatestValue, realtime } from '#shared/contract/realtime.ts';
import { useCall } from '#web/api/useCall.ts';
import { type Heard, newestOf, withEvents } from '#web/live/live-values.ts';
import { useLive } from '#web/live/useLive.ts';
import type { Station } from './network.ts';

const nothing: Heard = new Map();
const none: readonly LatestValue[] = [];

/** All that a station measures, as it is and as it changes, and its last 24 hours. */
export function useStationValues({ site: { site_id }, data_type: finest }: Station) {
  const data_type = finest ?? 'realtime';
  const [heard, setHeard] = useState(nothing);
  const latest = useCall(realtime.data, { site_ids: [site_id], data_type });
  const day = useCall(home.station, { site_id });
  const asked = latest.data?.data_info[0]?.values;
  useLive(
    { topics: ['reading'], site_ids: [site_id] },
    {
      onEvents: (events) => {
        const next = withEvents(heard, events, site_id, data_type);
        setHeard(next);
        // A factor that was never there before has no name here yet.
        const known = new Set(asked?.map(({ component_id }) => component_id));
        if ([...next.keys()].some((fid) => !known.has(fid))) void latest.refetch();
      },
      onMissed: () => {
        void latest.refetch();
        void day.refetch();
      },
    },
  );
  return {
    values: (asked ?? none).map((value) => newestOf(value, heard.get(value.component_id))),
    isAsked: asked !== undefined,
    day: day.data,
    error: latest.error,
    reload: () => void latest.refetch(),
  };
}
