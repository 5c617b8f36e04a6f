import { useState } from 'react';
import { type LatestValue, realtime } from '#shared/contract/realtime.ts';
import { useCall } from '#web/api/useCall.ts';
import { type LinkState, linkAfter } from '#web/live/link-after.ts';
import { type Heard, newestOf, withEvents } from '#web/live/live-values.ts';
import { useLive } from '#web/live/useLive.ts';
import type { ShortSite } from '#web/ui/site-tree.ts';

const nothing: Heard = new Map();
const none: readonly LatestValue[] = [];
const unheard: LinkState = { online: false, changed_at: null, last_packet_at: null };

/** The newest values and the links of some sites, as they are and as they change. */
export function useNewest(sites: readonly ShortSite[]) {
  const [values, setValues] = useState<ReadonlyMap<number, Heard>>(new Map());
  const [links, setLinks] = useState<ReadonlyMap<number, LinkState>>(new Map());
  const site_ids = sites.map(({ site_id }) => site_id);
  const answer = useCall(realtime.data, { site_ids }, { enabled: site_ids.length > 0, keepPrevious: true });
  useLive(
    { topics: ['reading', 'link'], site_ids },
    {
      onEvents: (events) => {
        const heard = new Map(values);
        for (const site_id of new Set(events.map((event) => event.site_id))) {
          heard.set(site_id, withEvents(heard.get(site_id) ?? nothing, events, site_id, 'realtime'));
        }
        setValues(heard);
        const linked = new Map(links);
        for (const event of events) {
          linked.set(event.site_id, linkAfter(linked.get(event.site_id) ?? unheard, event));
        }
        setLinks(linked);
      },
      onMissed: () => void answer.refetch(),
    },
  );
  const asked = new Map(answer.data?.data_info.map((site) => [site.site_id, site.values]));
  return {
    isOnline: ({ site_id, online }: ShortSite) => links.get(site_id)?.online ?? online,
    newestOf: (site_id: number) =>
      (asked.get(site_id) ?? none).map((value) =>
        newestOf(value, values.get(site_id)?.get(value.component_id)),
      ),
  };
}
