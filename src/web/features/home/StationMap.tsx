import { EyeOutlined } from '@ant-design/icons';
import { Switch, Tooltip } from 'antd';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import type { MapType } from '#web/map/look.ts';
import { MapTypeSwitch } from '#web/map/MapTypeSwitch.tsx';
import { type MapPadding, MapView, nearest } from '#web/map/MapView.tsx';
import { useMapType } from '#web/map/useMapType.ts';
import { boundsOf, hasPlace } from '#web/network/places.ts';
import { chooseAqiPalette, useAqiPalette } from '#web/theme/aqi-palette.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { widths } from '#web/ui/widths.ts';
import { ColouringSelect } from './ColouringSelect.tsx';
import { DemoProgress } from './DemoProgress.tsx';
import styles from './home.module.css';
import { useHome } from './home-context.ts';
import { Legend } from './Legend.tsx';
import { StationMarks } from './StationMarks.tsx';

/** What lies under the panels, and half a mark: the outermost stations stand clear of them. */
const wide: MapPadding = { top: 136, bottom: 136, left: 344, right: 344 };
const phone: MapPadding = { top: 176, bottom: 120, left: 32, right: 32 };

/** On a phone a station's card takes the legend's room and the lower half, as its style says. */
function paddingOf(narrow: boolean, withCard: boolean): MapPadding {
  if (!narrow) return wide;
  const { innerHeight } = window;
  return withCard
    ? { ...phone, top: 56, bottom: Math.min(innerHeight * 0.52 + 64, innerHeight - 220) }
    : phone;
}

/** The stations that one may see, where they stand and how they are. */
export function StationMap() {
  const t = useT();
  const byTheme = useMapType();
  const narrow = useNarrow(widths.tablet);
  const { network, picked } = useHome();
  const [chosen, setChosen] = useState<MapType>();
  const type = chosen ?? byTheme;
  const placed = network.stations.filter(hasPlace);
  const withoutPlace = network.stations.length - placed.length;
  const around = paddingOf(narrow, picked !== undefined);
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.bar}>
          <ColouringSelect />
          <MapTypeSwitch type={type} onChange={setChosen} />
          <PaletteSwitch />
        </div>
        <Legend type={type} />
        <DemoProgress />
        {withoutPlace > 0 && (
          <span className={styles.aside}>{t('map.without_place', { count: withoutPlace })}</span>
        )}
      </div>
      <MapView type={type} padding={around} bounds={boundsOf(picked && hasPlace(picked) ? [picked] : placed)}>
        {(map) => (
          <>
            <StationMarks map={map} type={type} />
            <Flight map={map} padding={around} />
          </>
        )}
      </MapView>
    </>
  );
}

/** Colours that people who confuse red and green tell apart. */
function PaletteSwitch() {
  const t = useT();
  const palette = useAqiPalette();
  return (
    <Tooltip title={t('air.palette')}>
      <Switch
        size="small"
        aria-label={t('air.palette')}
        checkedChildren={<EyeOutlined />}
        unCheckedChildren={<EyeOutlined />}
        checked={palette === 'distinct'}
        onChange={(distinct) => chooseAqiPalette(distinct ? 'distinct' : 'standard')}
      />
    </Tooltip>
  );
}

/** Goes to the station that is picked; not to the one that the page was opened for, which the map begins with. */
function Flight({ map, padding }: { map: MapLibre; padding: MapPadding }) {
  const { picked } = useHome();
  const last = useRef(picked?.site.site_id);
  const { site_id, longitude = null, latitude = null } = picked?.site ?? {};
  useEffect(() => {
    if (site_id === last.current) return;
    last.current = site_id;
    if (longitude === null || latitude === null) return;
    const zoom = Math.max(map.getZoom(), nearest);
    const around = { left: (padding.left - padding.right) / 2, top: (padding.top - padding.bottom) / 2 };
    map.flyTo({ center: [longitude, latitude], zoom, offset: [around.left, around.top], speed: 2.4 });
  }, [map, padding, site_id, longitude, latitude]);
  return null;
}
