import { useMemo } from 'react';
import { shortSites } from '#shared/contract/network.ts';
import { regions } from '#shared/contract/regions.ts';
import { useCall } from '#web/api/useCall.ts';
import type { ShortSite } from './site-tree.ts';

const minuteMs = 60_000;

/** Every site that the reader may see, by name. Who is online is as old as the answer: the live socket knows newer. */
export function useSites({ enabled = true, shell = false } = {}) {
  const answer = useCall(shortSites.list, {}, { staleMs: minuteMs, enabled, shell });
  return { sites: answer.data?.data_info ?? none, answer };
}

const none: readonly ShortSite[] = [];

/** Names of provinces, cities and areas by their codes. The country's divisions stay for a session. */
export function usePlaces(enabled: boolean): ReadonlyMap<string, string> {
  const once = { staleMs: Number.POSITIVE_INFINITY, enabled, shell: true };
  const provinces = useCall(regions.provinces, {}, once).data?.data_info;
  const cities = useCall(regions.cities, {}, once).data?.data_info;
  const areas = useCall(regions.areas, {}, once).data?.data_info;
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { province_code, province_name } of provinces ?? []) names.set(province_code, province_name);
    for (const { city_code, city_name } of cities ?? []) names.set(city_code, city_name);
    for (const { area_code, area_name } of areas ?? []) names.set(area_code, area_name);
    return names;
  }, [provinces, cities, areas]);
}
