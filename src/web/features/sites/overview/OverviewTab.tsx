import { useCallback } from 'react';
import { home } from '#shared/contract/home/home.ts';
import { waterItemOfCode } from '#shared/domain/water-items.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { LinkState } from '#web/live/link-after.ts';
import { type Network, type Station, tells } from '#web/network/network.ts';
import { useNetwork } from '#web/network/useNetwork.ts';
import { useNetworkValue } from '#web/network/useNetworkValue.ts';
import { useStationValues } from '#web/network/useStationValues.ts';
import { EmptyState, ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { Advice } from './Advice.tsx';
import { AirGauges, WaterGauges } from './Gauges.tsx';
import { HeroChart } from './HeroChart.tsx';
import { LinkCard } from './LinkCard.tsx';
import { NowCard } from './NowCard.tsx';
import { OtherValues } from './OtherValues.tsx';
import styles from './overview.module.css';
import { SideMap } from './SideMap.tsx';
import { SiteAlarms, SiteOrders } from './SiteEvents.tsx';
import { SiteLinks } from './SiteLinks.tsx';

/** Polling interval; new data arrive hourly. */
const askAgainMs = 300_000;

/** Overview of a site: current state, limits, comparison, alarms and orders. */
export function OverviewTab({ site, link }: { site: ShortSite; link: LinkState }) {
  const t = useT();
  // Loads the stations of its city for the map and the ranking.
  const { network, error, reload } = useNetwork(
    site.city_code ? { city_code: site.city_code } : { keyword: site.mn },
  );
  const station = network?.station(site.site_id);
  if (!network) return error ? <ListError error={error} onRetry={reload} /> : <ListSkeleton />;
  if (!station) return <EmptyState title={t('sitePage.no_values')} hint={t('sitePage.no_values_hint')} />;
  return <Overview network={network} station={station} link={link} />;
}

interface OverviewProps {
  network: Network;
  station: Station;
  link: LinkState;
}

function Overview({ network, station, link }: OverviewProps) {
  const { params, change } = useAddress();
  const { site, medium } = station;
  const { site_id } = site;
  const { values, day } = useStationValues(station);
  const mayCompare = useMay(home.compare.needs);
  const compared = useCall(home.compare, { site_id }, { enabled: mayCompare, refetchMs: askAgainMs });
  const air = useNetworkValue(
    network,
    useCallback(() => (tells(station) ? station.air : undefined), [station]),
  );
  const water = useNetworkValue(
    network,
    useCallback(() => (tells(station) ? station.water : undefined), [station]),
  );
  const shown = params.get('shown') ?? undefined;
  const show = (code: string | undefined) => change({ shown: code });
  const worst = water?.items.toSorted((a, b) => b.class - a.class)[0]?.item;
  const judged = network.factors.water.find(
    ({ code }) => waterItemOfCode(code, station.body) === worst,
  )?.code;
  const now = { network, station, values, air, water };
  return (
    <div className={styles.overview}>
      <div className={styles.left}>
        <NowCard {...now} hour={day?.hour ?? null} days={compared.data?.days ?? []} />
        <Advice medium={medium} grade={(medium === 'air' ? air?.band?.level : water?.class) ?? null} />
        <LinkCard station={station} link={link} day={day} />
      </div>
      <div className={styles.main}>
        {medium === 'air' ? (
          <AirGauges report={air} shown={shown} onShow={show} />
        ) : (
          <WaterGauges {...now} shown={shown} onShow={show} />
        )}
        {mayCompare && (
          <HeroChart station={station} answer={compared} judged={judged} shown={shown} onShow={show} />
        )}
        <OtherValues {...now} day={day} />
      </div>
      <div className={styles.side}>
        <SideMap network={network} station={station} />
        <SiteAlarms site_id={site_id} />
        <SiteOrders site_id={site_id} />
        <SiteLinks site={site} />
      </div>
    </div>
  );
}
