import { useMemo } from 'react';
import { shortSites } from '#shared/contract/sites/network.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';

/** What a site is called in the reader's language, by its name, which no other site has. Asked for in English only. */
export function useSiteNames(enabled = true): (site_name: string) => string {
  const isEnglish = useLanguage() === 'en';
  const { data } = useCall(
    shortSites.list,
    {},
    { staleMs: MINUTE_MS, enabled: enabled && isEnglish, shell: true },
  );
  return useMemo(() => {
    const names = new Map(
      isEnglish ? data?.data_info.map(({ site_name, site_name_en }) => [site_name, site_name_en]) : [],
    );
    return (site_name) => names.get(site_name) || site_name;
  }, [data, isEnglish]);
}
