import { useMemo, useState } from 'react';
import { realtime } from '#shared/contract/readings/realtime.ts';
import { network, shortSites } from '#shared/contract/sites/network.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';
import { type LinkState, linkAfter } from '#web/live/link-after.ts';
import { useLive } from '#web/live/useLive.ts';
import { useSitesChange } from '#web/live/useSitesChange.ts';
import { localSites } from '#web/ui/local-name.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';

/** Includes realtime data: decimals and ranges of factors are part of the site. */
const told = [shortSites.list, sites.list, realtime.data];

/** Site of an MN with its live connection state. */
export function useSite(mn: string) {
  const status = useCall(network.status, { mns: [mn] });
  const short = useCall(shortSites.list, { keyword: mn }, { enabled: status.data !== undefined });
  const asked = status.data?.data_info[0];
  // The MN in the URL may differ in case.
  const language = useLanguage();
  const found = short.data?.data_info.find((one) => one.site_id === asked?.site_id);
  const site: ShortSite | undefined = useMemo(
    () => found && localSites([found], language)[0],
    [found, language],
  );
  // Live state applies until the next load.
  const [heard, setHeard] = useState<{ since: typeof asked; link: LinkState }>();
  const link: LinkState | undefined = heard && heard.since === asked ? heard.link : asked;
  useLive(
    { topics: ['link', 'reading'], site_ids: asked ? [asked.site_id] : [] },
    {
      onEvents: (events) => link && setHeard({ since: asked, link: events.reduce(linkAfter, link) }),
      onMissed: () => void status.refetch(),
    },
  );
  useSitesChange(told);
  return {
    site,
    link,
    error: status.data ? short.error : status.error,
    retry: () => void status.refetch(),
  };
}
