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
  const rows = usePlaceRows(enabled);
  return useMemo(
    () => new Map(rows.map((row) => [row.code, localName(row, 'name', language)])),
    [rows, language],
  );
}

/** Both names of each place, for searching: the English one is the pinyin. */
export function usePlaceWords(): ReadonlyMap<string, string> {
  const rows = usePlaceRows(true);
  return useMemo(() => new Map(rows.map(({ code, name, name_en }) => [code, `${name}\n${name_en}`])), [rows]);
}

function usePlaceRows(enabled: boolean): { code: string; name: string; name_en: string }[] {
  const answers = useDivisions(enabled);
  const provinces = answers.provinces.data?.data_info;
  const cities = answers.cities.data?.data_info;
  const areas = answers.areas.data?.data_info;
  return useMemo(
    () => [
      ...(provinces ?? []).map((row) => ({
        code: row.province_code,
        name: row.province_name,
        name_en: row.province_name_en,
      })),
      ...(cities ?? []).map((row) => ({
        code: row.city_code,
        name: row.city_name,
        name_en: row.city_name_en,
      })),
      ...(areas ?? []).map((row) => ({
        code: row.area_code,
        name: row.area_name,
        name_en: row.area_name_en,
      })),
    ],
    [provinces, cities, areas],
  );
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
