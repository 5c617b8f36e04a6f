import { useT } from '#web/i18n.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';

/** Selected sites of a page, kept in the URL. */
export function useChosenSites(): number[] {
  return useAddress().numbers('sites');
}

export function ChosenSites() {
  const t = useT();
  const { numbers, change } = useAddress();
  return (
    <SitePicker
      multiple
      label={t('resupply.sites')}
      placeholder={t('resupply.choose_sites')}
      value={numbers('sites')}
      onChange={(sites) => change({ sites, page_index: undefined })}
    />
  );
}
