import type { DataType } from '#shared/contract/readings/readings.ts';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { useCall } from '#web/api/useCall.ts';

/** The finest kind of data that a site sends: many water stations send hours alone. Undefined until that is known. */
export function useFinest(site_id: number, enabled: boolean): DataType | undefined {
  const live = useSends(site_id, 'realtime', enabled);
  const minutes = useSends(site_id, 'minute', live === false);
  const hours = useSends(site_id, 'hour', minutes === false);
  if (live !== false) return live && 'realtime';
  if (minutes !== false) return minutes && 'minute';
  // One that has sent nothing yet is expected to begin with what is newest.
  return hours === undefined ? undefined : hours ? 'hour' : 'realtime';
}

/** What cannot be asked is left to whoever shows it, who says why. */
function useSends(site_id: number, data_type: DataType, enabled: boolean): boolean | undefined {
  const { data, error } = useCall(realtime.data, { site_ids: [site_id], data_type }, { enabled });
  if (error) return true;
  return data && (data.data_info[0]?.values.length ?? 0) > 0;
}
