import { useEffect, useMemo, useRef } from 'react';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import { home } from '#shared/contract/home/home.ts';
import { type LiveEvent, siteOf } from '#shared/contract/live.ts';
import { network } from '#shared/contract/sites/network.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { staleMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { useAskingSoon } from '#web/live/useAskingSoon.ts';
import { useLive } from '#web/live/useLive.ts';
import { localSites } from '#web/ui/local-name.ts';
import { useMaintenance } from '#web/widgets/useMaintenance.ts';
import { Network } from './network.ts';

/** Events that arrive while a query is running may be missing in its answer. */
const rememberedMs = 30_000;

/** A part of the stations: a city, or a search text. */
export interface Near {
  city_code?: string;
  keyword?: string;
}

/** All visible stations, or those near one of them, with live updates. */
export function useNetwork(near?: Near) {
  const sites = useCall(network.real, { component_ids: [], ...near }, { staleMs });
  const site_ids = near && sites.data?.data_info.map(({ site_id }) => site_id);
  const newest = useCall(home.newest, site_ids ? { site_ids } : {}, {
    staleMs,
    enabled: !near || (site_ids !== undefined && site_ids.length > 0),
  });
  const language = useLanguage();
  const heard = useRef<{ at: number; events: readonly LiveEvent[] }[]>([]);
  const made = useMemo(() => {
    if (!sites.data || !newest.data) return undefined;
    const fresh = new Network(localSites(sites.data.data_info, language), newest.data);
    for (const { events } of heard.current) fresh.hear(events);
    return fresh;
  }, [sites.data, newest.data, language]);
  const mayAlarms = useMay(alarmActions.sites.needs);
  const alarms = useCall(alarmActions.sites, {}, { enabled: mayAlarms });
  useAlarmsChange([alarmActions.sites], undefined, mayAlarms);
  useEffect(() => {
    if (alarms.data) made?.alarm(alarms.data.data_info);
  }, [made, alarms.data]);
  const windows = useMaintenance();
  useEffect(() => {
    if (windows) made?.maintain(windows);
  }, [made, windows]);
  const reload = () => {
    void sites.refetch();
    void newest.refetch();
  };
  // An unknown station that sends data was added since. Each is looked up once: it may have been deleted again.
  const strangers = useRef(new Set<number>());
  const meet = (events: readonly LiveEvent[]) => {
    if (!made || sites.isFetching) return;
    const known = strangers.current.size;
    for (const event of events) {
      const site_id = siteOf(event);
      if (site_id !== undefined && !made.station(site_id)) strangers.current.add(site_id);
    }
    if (strangers.current.size > known) reload();
  };
  // Many may change one after the other, as in an import.
  const reloadSoon = useAskingSoon(() => Promise.all([sites.refetch(), newest.refetch()]));
  useLive(
    { topics: ['reading', 'link', 'sites'], ...(near && { site_ids: site_ids ?? [] }) },
    {
      onEvents: (events) => {
        const now = Date.now();
        heard.current = [...heard.current.filter(({ at }) => at > now - rememberedMs), { at: now, events }];
        made?.hear(events);
        if (events.some(({ topic }) => topic === 'sites')) reloadSoon();
        else meet(events);
      },
      // Sites rarely change and may be many, so only their values are reloaded.
      onMissed: () => void newest.refetch(),
    },
  );
  useEffect(() => {
    const timer = setInterval(() => made?.age(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [made]);
  return { network: made, error: sites.error ?? newest.error, reload };
}
