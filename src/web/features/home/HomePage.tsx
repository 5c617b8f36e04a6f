import { Suspense, useCallback, useMemo } from 'react';
import { mnKey } from '#shared/domain/mn.ts';
import { useT } from '#web/i18n.ts';
import { MapLoading } from '#web/map/MapLoading.tsx';
import type { Network, Station } from '#web/network/network.ts';
import { isOnMap, livePicture, replayPicture } from '#web/network/picture.ts';
import { siteStates } from '#web/network/site-state.ts';
import { useNetwork } from '#web/network/useNetwork.ts';
import { LazyPage, pageChunk } from '#web/shell/lazy-page.tsx';
import { ListError } from '#web/ui/ListStates.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { FirstSteps } from './FirstSteps.tsx';
import styles from './home.module.css';
import { HomeContext } from './home-context.ts';
import { readMapAddress } from './map-address.ts';
import { Panels } from './Panels.tsx';
import { useReplay } from './useReplay.ts';

/** Lazy: the map renderer is larger than the rest of the page. */
const mapChunk = pageChunk(async () => (await import('./StationMap.tsx')).StationMap);
mapChunk.preload();

/** The whole network on a map: live state, replay, ranking and alarms. */
export function HomePage() {
  const t = useT();
  const { network, error, reload } = useNetwork();
  return (
    <div className={styles.home}>
      <h1 className={styles.title}>{t('map.title')}</h1>
      {network ? (
        <HomeMap network={network} />
      ) : error ? (
        <ListError error={error} onRetry={reload} />
      ) : (
        <MapLoading />
      )}
    </div>
  );
}

function HomeMap({ network }: { network: Network }) {
  const { params, change } = useAddress();
  const colouring =
    [...network.factors.air, ...network.factors.water].find(({ code }) => code === params.get('colour')) ??
    'overall';
  const state = siteStates.find((one) => one === params.get('state')) ?? 'all';
  const mn = params.get('mn');
  const picked = useMemo(
    () => (mn === null ? undefined : network.stations.find(({ site }) => mnKey(site.mn) === mnKey(mn))),
    [network, mn],
  );
  const { layers, winds } = readMapAddress(params);
  const replay = useReplay(colouring);
  // Joined to a string, which is stable between renders.
  const media = layers.join();
  const isShown = useCallback(
    (station: Station) => media.includes(station.medium) && isOnMap(station, colouring),
    [media, colouring],
  );
  const { played, frames } = replay;
  const picture = useMemo(
    () => (frames ? replayPicture(frames, played?.step ?? 0) : livePicture(network, colouring)),
    [network, colouring, frames, played?.step],
  );
  return (
    <HomeContext
      value={{
        network,
        colouring,
        picture,
        state,
        picked,
        replay,
        isShown,
        winds,
        pick: (station) => change({ mn: station?.site.mn }),
        colourBy: (one) => change({ colour: one === 'overall' ? undefined : one.code }),
        narrowTo: (one) => change({ state: one === 'all' ? undefined : one }),
      }}
    >
      <div className={styles.map}>
        <Suspense fallback={<MapLoading />}>
          <LazyPage chunk={mapChunk} />
        </Suspense>
      </div>
      <Panels />
      <FirstSteps />
    </HomeContext>
  );
}
