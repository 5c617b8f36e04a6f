import { EyeOutlined } from '@ant-design/icons';
import { Checkbox, Segmented, Switch, Tooltip } from 'antd';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { MapTypeSwitch } from '#web/map/MapTypeSwitch.tsx';
import { type MapPadding, MapView, nearest } from '#web/map/MapView.tsx';
import { useMapType } from '#web/map/useMapType.ts';
import { boundsOf, hasPlace } from '#web/network/places.ts';
import { chooseAqiPalette, useAqiPalette } from '#web/theme/aqi-palette.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { widths } from '#web/ui/widths.ts';
import { ColouringSelect } from './ColouringSelect.tsx';
import { DemoProgress } from './DemoProgress.tsx';
import styles from './home.module.css';
import { useHome } from './home-context.ts';
import { Legend } from './Legend.tsx';
import { readMapAddress, viewText } from './map-address.ts';
import { StationMarks } from './StationMarks.tsx';

/** What lies under the panels, and half a mark: the outermost stations stand clear of them. */
const wide: MapPadding = { top: 136, bottom: 136, left: 344, right: 344 };
/** Over the tools, a line that may still come under them, and half a mark with its ring. */
const overTools = 12 + 36 + 28;
const overPhoneTools = 8 + 28;
/** Over the replay bar when it is open, and half a cluster; a low screen has no room for it. */
const overReplay = 200;
const phone: MapPadding = { top: 176, bottom: 120, left: 32, right: 32 };

/** On a phone a station's card takes the legend's room and the lower half, as its style says. */
function paddingOf(narrow: boolean, withCard: boolean): MapPadding {
  const { innerHeight } = window;
  if (!narrow) return { ...wide, bottom: Math.max(wide.bottom, Math.min(overReplay, innerHeight * 0.19)) };
  return withCard
    ? { ...phone, top: 56, bottom: Math.min(innerHeight * 0.52 + 64, innerHeight - 220) }
    : phone;
}

/** On a phone the legend takes two lines more, and on a low one the map would have no room left. */
function underTools(height: number | undefined, narrow: boolean): number {
  const top = (height ?? 0) + (narrow ? overPhoneTools : overTools);
  return narrow ? Math.min(top, window.innerHeight * 0.4) : top;
}

/** The stations that one may see, where they stand and how they are. */
export function StationMap() {
  const t = useT();
  const byTheme = useMapType();
  const narrow = useNarrow(widths.tablet);
  const { network, picked } = useHome();
  const { params, change } = useAddress();
  const address = readMapAddress(params);
  const type = address.type ?? byTheme;
  const tools = useRef<HTMLDivElement>(null);
  // The legend is as high as its words make it: the map waits to know, so that it covers no station at first.
  const [toolsHeight, setToolsHeight] = useState<number>();
  useLayoutEffect(() => setToolsHeight(tools.current?.offsetHeight ?? 0), []);
  const placed = network.stations.filter(hasPlace);
  const withoutPlace = network.stations.length - placed.length;
  const room = paddingOf(narrow, picked !== undefined);
  // One that is picked stands in the middle, clear of everything.
  const around = picked ? room : { ...room, top: Math.max(room.top, underTools(toolsHeight, narrow)) };
  return (
    <>
      <div className={styles.tools} ref={tools}>
        <div className={styles.bar}>
          <ColouringSelect />
          <MapTypeSwitch type={type} onChange={(map) => change({ map: map === byTheme ? undefined : map })} />
          <LayerSwitches />
          <PaletteSwitch />
        </div>
        <Legend type={type} />
        <DemoProgress />
        {withoutPlace > 0 && (
          <span className={styles.aside}>{t('map.without_place', { count: withoutPlace })}</span>
        )}
      </div>
      {toolsHeight !== undefined && (
        <MapView
          type={type}
          padding={around}
          view={address.view}
          bounds={boundsOf(picked && hasPlace(picked) ? [picked] : placed)}
        >
          {(map) => (
            <>
              <StationMarks map={map} type={type} />
              <Flight map={map} padding={around} />
              <ViewInAddress map={map} />
            </>
          )}
        </MapView>
      )}
    </>
  );
}

/** Which media are shown, where there are both, and whether the wind is. */
function LayerSwitches() {
  const t = useT();
  const { network, winds } = useHome();
  const { params, change } = useAddress();
  const { layers } = readMapAddress(params);
  const hasBoth = new Set(network.stations.map(({ medium }) => medium)).size > 1;
  return (
    <>
      {hasBoth && (
        <Segmented
          size="small"
          aria-label={t('home.layers')}
          value={layers.length > 1 ? 'both' : layers[0]}
          options={(['both', 'air', 'water'] as const).map((value) => ({
            value,
            label: t(`home.layer_${value}`),
          }))}
          onChange={(value) => change({ layers: value === 'both' ? undefined : value })}
        />
      )}
      <Checkbox checked={winds} onChange={({ target }) => change({ wind: target.checked ? '1' : undefined })}>
        {t('home.wind')}
      </Checkbox>
    </>
  );
}

/** Where somebody has moved the map to stands in the address: a link shows the same. */
function ViewInAddress({ map }: { map: MapLibre }) {
  const { change } = useAddress();
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    const moved = map.on('moveend', ({ originalEvent }) => {
      // What the page itself moves follows from the rest of the address.
      if (!originalEvent) return;
      const { lng, lat } = map.getCenter();
      latest.current({ at: viewText({ longitude: lng, latitude: lat, zoom: map.getZoom() }) });
    });
    return () => moved.unsubscribe();
  }, [map]);
  return null;
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
