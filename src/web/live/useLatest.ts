import { useState } from 'react';
import type { DataType } from '#shared/contract/readings/readings.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { useCall } from '#web/api/useCall.ts';
import { type NewPoints, withEvents } from './live-values.ts';
import { useLive } from './useLive.ts';

const nothing: NewPoints = new Map();

/** Newest value of each factor as loaded, plus live values since then. */
export function useLatest(site_id: number, data_type: DataType, onMissed: () => void) {
  const [heard, setHeard] = useState(nothing);
  const latest = useCall(realtime.data, { site_ids: [site_id], data_type });
  const asked = latest.data?.data_info[0]?.values;
  const reload = () => void latest.refetch();
  useLive(
    { topics: ['reading'], site_ids: [site_id] },
    {
      onEvents: (events) => {
        // Several batches may arrive before the next render: each builds on the one before.
        setHeard((before) => withEvents(before, events, site_id, data_type));
        // A factor without a loaded value has no name yet.
        const known = new Set(asked?.map(({ component_id }) => component_id));
        const told = withEvents(nothing, events, site_id, data_type);
        if ([...told.keys()].some((fid) => !known.has(fid))) reload();
      },
      onMissed: () => {
        reload();
        onMissed();
      },
    },
  );
  return { asked, heard, error: latest.error, reload };
}
