import { useMemo } from 'react';
import { regions } from '#shared/contract/site-config/regions.ts';
import { shortSites } from '#shared/contract/sites/network.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';
import { useSitesChange } from '#web/live/useSitesChange.ts';
import { localName, localSites } from '#web/ui/local-name.ts';
import type { ShortSite } from './site-tree.ts';

/**
 * All visible sites by name, reloaded when sites change (not in the shell). Their online state is a snapshot: the live
 * socket is newer.
 */
export function useSites({ enabled = true, shell = false } = {}) {
  useSitesChange(listed, enabled && !shell);
  const answer = useCall(shortSites.list, {}, { staleMs, enabled, shell });
  const language = useLanguage();
  const sites = useMemo(() => localSites(answer.data?.data_info ?? none, language), [answer.data, language]);
  return { sites, answer };
}

const none: readonly ShortSite[] = [];
const listed = [shortSites.list];

/** Names of provinces, cities and areas by code, in the user's language; cached for the session. */
export function usePlaces(enabled: boolean): ReadonlyMap<string, string> {
  const language = useLanguage();
  const answers = useDivisions(enabled);
  const provinces = answers.provinces.data?.data_info;
  const cities = answers.cities.data?.data_info;
  const areas = answers.areas.data?.data_info;
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const row of provinces ?? [])
      names.set(row.province_code, localName(row, 'province_name', language));
    for (const row of cities ?? []) names.set(row.city_code, localName(row, 'city_name', language));
    for (const row of areas ?? []) names.set(row.area_code, localName(row, 'area_name', language));
    return names;
  }, [provinces, cities, areas, language]);
}

/** True while place names are loading: until then no site seems to have a place. */
export function useAwaitsPlaces(): boolean {
  return Object.values(useDivisions(true)).some(({ data, error }) => !data && !error);
}

function useDivisions(enabled: boolean) {
  const once = { staleMs: Number.POSITIVE_INFINITY, enabled, shell: true };
  return {
    provinces: useCall(regions.provinces, {}, once),
    cities: useCall(regions.cities, {}, once),
    areas: useCall(regions.areas, {}, once),
  };
}
