import { useMemo, useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import { network } from '#shared/contract/network.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLive } from '#web/live/useLive.ts';
import type { StationMark } from '#web/map/station-layer.ts';

export type NetworkSite = AnswerOf<typeof network.real>['data_info'][number];

/** A site with a place. */
export type PlacedSite = NetworkSite & { longitude: number; latitude: number };

const minuteMs = 60_000;
const none: readonly NetworkSite[] = [];

/** Every site that has a place, and its mark, as it is and as it changes. Where the values are asked, they are asked by site. */
export function useMarks() {
  const answer = useCall(network.real, { component_ids: [] }, { staleMs: minuteMs });
  const [heard, setHeard] = useState<ReadonlyMap<number, boolean>>(new Map());
  useLive(
    { topics: ['link'] },
    {
      onEvents: (events) => {
        const links = events.filter((event) => event.topic === 'link');
        setHeard(
          (before) => new Map([...before, ...links.map(({ site_id, online }) => [site_id, online] as const)]),
        );
      },
      onMissed: () => {
        setHeard(new Map());
        void answer.refetch();
      },
    },
  );
  const all = answer.data?.data_info ?? none;
  const sites = useMemo(() => all.filter(hasPlace), [all]);
  const marks = useMemo(
    () => sites.map((site) => markOf(site, heard.get(site.site_id) ?? site.online)),
    [sites, heard],
  );
  return { answer, sites, marks, withoutPlace: all.length - sites.length };
}

function hasPlace(site: NetworkSite): site is PlacedSite {
  return site.longitude !== null && site.latitude !== null;
}

function markOf({ site_id, site_name, longitude, latitude }: PlacedSite, online: boolean): StationMark {
  return { site_id, name: site_name, longitude, latitude, online, level: null, alarm: false };
}
