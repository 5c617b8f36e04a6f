import { EnvironmentOutlined } from '@ant-design/icons';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { sites } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { MapLoading } from '#web/map/MapLoading.tsx';
import type { Network, Station } from '#web/network/network.ts';
import { hasPlace } from '#web/network/places.ts';
import { pageChunk } from '#web/shell/lazy-page.tsx';
import { Card } from './card.tsx';
import { Lazy } from './Lazy.tsx';
import styles from './overview.module.css';

/** Lazy: the map renderer is larger than the rest of the page. */
const mapChunk = pageChunk(async () => (await import('./CityMap.tsx')).CityMap);

/** Map of the site among the others of its city. */
export function SideMap({ network, station }: { network: Network; station: Station }) {
  const t = useT();
  const mayEdit = useMay(sites.edit.needs);
  const { mn } = station.site;
  return (
    <Card
      title={t('siteOverview.map')}
      note={station.site.address}
      tools={
        hasPlace(station) && (
          <Link to={`/homepages?mn=${encodeURIComponent(mn)}`} title={t('siteOverview.map_open')}>
            <EnvironmentOutlined aria-label={t('siteOverview.map_open')} />
          </Link>
        )
      }
    >
      {hasPlace(station) ? (
        <div className={styles.map}>
          <Suspense fallback={<MapLoading />}>
            <Lazy chunk={mapChunk} network={network} station={station} />
          </Suspense>
        </div>
      ) : (
        <p className={styles.soft}>
          {t('siteOverview.no_place')}{' '}
          {mayEdit && (
            <Link to={`/siteconfigs/sites?keyword=${encodeURIComponent(mn)}`}>
              {t('siteOverview.set_place')}
            </Link>
          )}
        </p>
      )}
    </Card>
  );
}
