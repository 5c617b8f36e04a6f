import { useMemo } from 'react';
import { shortSites } from '#shared/contract/sites/network.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';

/** Maps Chinese site names, which are unique, to English ones; undefined if the language is Chinese. */
export function useSiteNames(): ((site_name: string) => string) | undefined {
  const isEnglish = useLanguage() === 'en';
  const { data } = useCall(shortSites.list, {}, { staleMs, enabled: isEnglish, shell: true });
  return useMemo(() => {
    if (!isEnglish || !data) return undefined;
    const names = new Map(data.data_info.map(({ site_name, site_name_en }) => [site_name, site_name_en]));
    return (site_name) => names.get(site_name) || site_name;
  }, [data, isEnglish]);
}
