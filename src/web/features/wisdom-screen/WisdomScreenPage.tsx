import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { builtInLayout, type WallTile, wallLayouts } from '#shared/contract/wisdom-screen/layout.ts';
import { formatTime } from '#shared/domain/time.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { roleId } from '#web/api/session.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import type { Network, Station } from '#web/network/network.ts';
import { hasPlace } from '#web/network/places.ts';
import { useNetwork } from '#web/network/useNetwork.ts';
import { LazyPage, pageChunk } from '#web/shell/lazy-page.tsx';
import { usePlaces } from '#web/widgets/useSites.ts';
import {
  CitiesTile,
  DistributionTile,
  Pm25RankingTile,
  PrimaryTile,
  RankingTile,
  WaterTile,
} from './AirTiles.tsx';
import { Editor } from './Editor.tsx';
import { Kpis } from './Kpis.tsx';
import { Ticker } from './Ticker.tsx';
import { TrendTile } from './TrendTile.tsx';
import { citiesOf, type Liveness, useFigures, useLiveness, useRotation } from './useWall.ts';
import { WallFailed } from './WallFailed.tsx';
import { WallHeader } from './WallHeader.tsx';
import { AlarmsTile, OnlineTile, OrdersTile } from './WorkTiles.tsx';
import styles from './wall.module.css';
import type { WallFigures } from './wall-figures.ts';
import { WallScope } from './wall-scope.ts';

const mapChunk = pageChunk(async () => (await import('./ScopedMap.tsx')).ScopedMap);
mapChunk.preload();

/** Live wall for control rooms; rotates through the cities. */
export function WisdomScreenPage() {
  const { network, error, reload } = useNetwork();
  const scale = useScale();
  return (
    <div className={styles.wall}>
      <div
        className={styles.stage}
        style={{ width: innerWidth / scale, height: innerHeight / scale, transform: `scale(${scale})` }}
      >
        {network ? (
          <Stage network={network} scale={scale} />
        ) : error ? (
          <WallFailed error={error} onRetry={reload} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

function Loading() {
  const t = useT();
  return <p className={styles.loading}>{t('wall.loading')}</p>;
}

/** Scale of the 1920 × 1080 design; other aspect ratios get more room in the longer direction. */
function useScale(): number {
  const measure = () => Math.max(0.2, Math.min(innerWidth / 1920, innerHeight / 1080));
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const resized = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` reads the window size
  return useMemo(measure, [size]);
}

function Stage({ network, scale }: { network: Network; scale: number }) {
  const t = useT();
  const places = usePlaces(true);
  const [isEditing, setEditing] = useState(false);
  const { data: layout = { role_id: roleId() ?? 0, version: 0, ...builtInLayout } } = useCall(
    wallLayouts.mine,
    {},
    { refetchMs },
  );
  const cities = useMemo(() => citiesOf(network.stations), [network]);
  const rotation = useRotation(cities, layout.rotate_seconds);
  const { scope } = rotation;
  const stations = useMemo(
    () =>
      scope === null ? network.stations : network.stations.filter(({ site }) => site.city_code === scope),
    [network, scope],
  );
  const figures = useFigures(network, stations);
  const whole = useFigures(network, network.stations);
  const live = useLiveness(whole.newest, network.stations.length === 0);
  const context = useMemo(() => ({ network, stations, scale }), [network, stations, scale]);
  const tileOf = (tile: WallTile) => (
    <WallPart key={tile} tile={tile} figures={figures} whole={whole} stations={stations} />
  );
  const withoutPlace = stations.filter((station) => !hasPlace(station)).length;
  return (
    <WallScope value={context}>
      <WallHeader live={live} rotation={rotation} onEdit={() => setEditing(true)} />
      <NotLive live={live} />
      <div className={styles.column}>{layout.left_tiles.map(tileOf)}</div>
      <main className={styles.middle}>
        <Kpis figures={figures} />
        <div className={styles.map}>
          <Suspense fallback={<Loading />}>
            <LazyPage chunk={mapChunk} />
          </Suspense>
          <p className={styles.scope} aria-live="polite">
            <strong>{scope === null ? t('wall.whole_network') : (places.get(scope) ?? scope)}</strong>
            <span>{t('wall.scope_sites', { count: stations.length })}</span>
            {withoutPlace > 0 && <small>{t('wall.without_place', { count: withoutPlace })}</small>}
          </p>
          {rotation.count > 2 && rotation.count <= 30 && (
            <p className={styles.steps} aria-hidden>
              {Array.from({ length: rotation.count }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: static row of dots
                <i key={i} data-now={i === rotation.at} />
              ))}
            </p>
          )}
          {network.stations.length === 0 && (
            <div className={styles.empty}>
              <strong>{t('wall.empty_title')}</strong>
              <span>{t('wall.empty_hint')}</span>
              <Link to="/siteconfigs/sites">{t('wall.add_sites')}</Link>
            </div>
          )}
        </div>
      </main>
      <div className={styles.column}>{layout.right_tiles.map(tileOf)}</div>
      <Ticker />
      {isEditing && <Editor role_id={layout.role_id} onClose={() => setEditing(false)} />}
    </WallScope>
  );
}

export function NotLive({ live }: { live: Liveness }) {
  const t = useT();
  if (live.state === 'live') return null;
  const at = formatTime(new Date(live.since), 'yyyy-MM-dd HH:mm:ss');
  const isUnheard = live.state === 'stale' && live.since === 0;
  return (
    <p className={styles.notLive} role="alert">
      {isUnheard ? t('wall.stale_never') : t(`wall.${live.state}_since`, { at })}
    </p>
  );
}

interface WallPartProps {
  tile: WallTile;
  figures: WallFigures;
  /** Figures of the whole network, whatever the scope. */
  whole: WallFigures;
  stations: readonly Station[];
}

function WallPart({ tile, figures, whole, stations }: WallPartProps) {
  switch (tile) {
    case 'distribution':
      return <DistributionTile figures={figures} />;
    case 'primary':
      return <PrimaryTile figures={figures} />;
    case 'ranking':
      return <RankingTile figures={figures} />;
    case 'ranking_pm25':
      return <Pm25RankingTile figures={figures} />;
    case 'cities':
      return <CitiesTile figures={whole} />;
    case 'trend_aqi':
      return <TrendTile stations={stations} />;
    case 'trend_pm25':
      return <TrendTile pollutant="pm25" stations={stations} />;
    case 'trend_o3':
      return <TrendTile pollutant="o3" stations={stations} />;
    case 'online':
      return <OnlineTile figures={figures} />;
    case 'alarms':
      return <AlarmsTile />;
    case 'orders':
      return <OrdersTile />;
    case 'water':
      return <WaterTile figures={figures} />;
  }
}
