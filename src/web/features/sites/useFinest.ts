import type { DataType } from '#shared/contract/readings/readings.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { useCall } from '#web/api/useCall.ts';

/** Finest data type that a site sends, as many water stations send hours only; undefined while loading. */
export function useFinest(site_id: number, enabled: boolean): DataType | undefined {
  const live = useSends(site_id, 'realtime', enabled);
  const minutes = useSends(site_id, 'minute', live === false);
  const hours = useSends(site_id, 'hour', minutes === false);
  if (live !== false) return live && 'realtime';
  if (minutes !== false) return minutes && 'minute';
  // Sites without any data are expected to start with realtime values.
  return hours === undefined ? undefined : hours ? 'hour' : 'realtime';
}

/** Treats an error as data: the component that shows the values reports it. */
function useSends(site_id: number, data_type: DataType, enabled: boolean): boolean | undefined {
  const { data, error } = useCall(realtime.data, { site_ids: [site_id], data_type }, { enabled });
  if (error) return true;
  return data && (data.data_info[0]?.values.length ?? 0) > 0;
}
