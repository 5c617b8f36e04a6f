import { EyeOutlined } from '@ant-design/icons';
import { Checkbox, Segmented, Switch, Tooltip } from 'antd';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sites } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
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

/** Panel sizes plus half a mark, so that panels cover no station. */
const wide: MapPadding = { top: 136, bottom: 136, left: 344, right: 344 };
/** Height above the tools, one more line that may appear, and half a mark with its ring. */
const overTools = 12 + 36 + 28;
const overPhoneTools = 8 + 28;
/** Height of the open replay bar plus half a cluster; low screens have no room for it. */
const overReplay = 200;
const phone: MapPadding = { top: 176, bottom: 120, left: 32, right: 32 };

/** Phones: the station card covers the legend and the lower half, as in its style sheet. */
function paddingOf(narrow: boolean, withCard: boolean): MapPadding {
  const { innerHeight } = window;
  if (!narrow) return { ...wide, bottom: Math.max(wide.bottom, Math.min(overReplay, innerHeight * 0.19)) };
  return withCard
    ? { ...phone, top: 56, bottom: Math.min(innerHeight * 0.52 + 64, innerHeight - 220) }
    : phone;
}

/** Phones: limited, as the legend takes two more lines and would leave no room on a low screen. */
function underTools(height: number | undefined, narrow: boolean): number {
  const top = (height ?? 0) + (narrow ? overPhoneTools : overTools);
  return narrow ? Math.min(top, window.innerHeight * 0.4) : top;
}

/** Map of all visible stations with their state. */
export function StationMap() {
  const t = useT();
  const byTheme = useMapType();
  const narrow = useNarrow(widths.tablet);
  const { network, picked } = useHome();
  const { params, change } = useAddress();
  const address = readMapAddress(params);
  const type = address.type ?? byTheme;
  const tools = useRef<HTMLDivElement>(null);
  // Measures the legend before the map is created, so that it covers no station.
  const [toolsHeight, setToolsHeight] = useState<number>();
  useLayoutEffect(() => setToolsHeight(tools.current?.offsetHeight ?? 0), []);
  const placed = network.stations.filter(hasPlace);
  const withoutPlace = network.stations.length - placed.length;
  const hint = t('map.without_place', { count: withoutPlace });
  const mayPlace = useMay(sites.edit.needs);
  const room = paddingOf(narrow, picked !== undefined);
  // A selected station is centred in the free area.
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
          <span className={styles.aside}>
            {mayPlace ? <Link to="/siteconfigs/sites?has_place=false">{hint}</Link> : hint}
          </span>
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

/** Switches for the media, if both exist, and for the wind. */
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

/** Keeps the map's position in the URL, so that links show the same area. */
function ViewInAddress({ map }: { map: MapLibre }) {
  const { change } = useAddress();
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    // A single notch of a wheel ends without its event.
    let wheeled = false;
    const turned = map.on('wheel', () => {
      wheeled = true;
    });
    const moved = map.on('moveend', ({ originalEvent }) => {
      // Movements by the page itself follow from other URL parameters.
      if (!originalEvent && !wheeled) return;
      wheeled = false;
      const { lng, lat } = map.getCenter();
      latest.current({ at: viewText({ longitude: lng, latitude: lat, zoom: map.getZoom() }) });
    });
    return () => {
      turned.unsubscribe();
      moved.unsubscribe();
    };
  }, [map]);
  return null;
}

/** Switches to a palette for readers with red-green colour blindness. */
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

/** Flies to a newly selected station; the initial one is in the initial view. */
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
