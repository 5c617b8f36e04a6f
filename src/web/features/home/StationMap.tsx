import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#web/i18n.ts';
import { looks, type MapType } from '#web/map/look.ts';
import { MapLoading } from '#web/map/MapLoading.tsx';
import { MapPopup } from '#web/map/MapPopup.tsx';
import { MapTypeSwitch } from '#web/map/MapTypeSwitch.tsx';
import { type MapBounds, MapView } from '#web/map/MapView.tsx';
import { Stations } from '#web/map/Stations.tsx';
import { useTheme } from '#web/theme/theme.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { StationCard } from './StationCard.tsx';
import styles from './station-map.module.css';
import { type PlacedSite, useMarks } from './useMarks.ts';

/** The stations that one may see, where they stand, and whether they are heard just now. */
export function StationMap() {
  const t = useT();
  const theme = useTheme();
  const [chosen, setChosen] = useState<MapType>();
  const type = chosen ?? (theme === 'dark' ? 'dark' : 'general');
  const [query, setQuery] = useSearchParams();
  const { answer, sites, marks, withoutPlace } = useMarks();
  if (!answer.data) {
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <MapLoading />
    );
  }
  const picked = sites.find(({ mn }) => mn === query.get('mn'));
  const pick = (mn?: string) => setQuery(mn ? { mn } : {}, { replace: true, preventScrollReset: true });
  const online = marks.filter((mark) => mark.online).length;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.key}>
          <i style={{ background: looks[type].online }} />
          {t('map.online', { count: online })}
        </span>
        <span className={styles.key}>
          <i style={{ background: looks[type].offline }} />
          {t('map.offline', { count: marks.length - online })}
        </span>
        {withoutPlace > 0 && <span>{t('map.without_place', { count: withoutPlace })}</span>}
        <MapTypeSwitch type={type} onChange={setChosen} />
      </div>
      <MapView type={type} bounds={boundsOf(picked ? [picked] : sites)}>
        {(map) => (
          <>
            <Stations
              map={map}
              type={type}
              marks={marks}
              onPick={(site_id) => pick(sites.find((site) => site.site_id === site_id)?.mn)}
            />
            {picked && (
              <MapPopup
                key={picked.mn}
                map={map}
                longitude={picked.longitude}
                latitude={picked.latitude}
                onClose={() => pick()}
              >
                <StationCard site={picked} />
              </MapPopup>
            )}
          </>
        )}
      </MapView>
    </>
  );
}

function boundsOf(sites: readonly PlacedSite[]): MapBounds | undefined {
  if (sites.length === 0) return undefined;
  const [west, east] = ends(sites.map(({ longitude }) => longitude));
  const [south, north] = ends(sites.map(({ latitude }) => latitude));
  return [west, south, east, north];
}

/** Not by spreading them into Math.min: there may be ten thousand. */
function ends(values: readonly number[]): [least: number, most: number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}
