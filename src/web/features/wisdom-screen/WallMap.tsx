import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useLanguage } from '#web/i18n.ts';
import type { MapLook } from '#web/map/look.ts';
import { type MapPadding, MapView } from '#web/map/MapView.tsx';
import { gradeColour } from '#web/map/mark-grades.ts';
import type { Network, Station } from '#web/network/network.ts';
import { livePicture } from '#web/network/picture.ts';
import { boundsOf, hasPlace } from '#web/network/places.ts';
import { useAqiPalette } from '#web/theme/aqi-palette.ts';
import { type Glow, type GlowLayer, glowLayer } from './glow-layer.ts';

/** Map colours of the wall: navy with cyan borders. */
const look: MapLook = {
  sea: '#040b1c',
  land: '#061025',
  home: '#0a1c3c',
  water: '#0a2c55',
  nation: '#39c6ff',
  province: '#2487c9',
  city: '#1a5c92',
  county: '#123f68',
  text: '#bfe6ff',
  textSoft: '#6f9cc4',
  halo: '#04102ad9',
  online: '#35d6ff',
  offline: '#5b7596',
  rim: '#04102a',
  gradeRim: '#04102a',
  waterRim: '#35d6ff',
  alarms: { 1: '#ffb020', 2: '#ff5c4d' },
  maintenance: '#8f8aff',
};

const padding: MapPadding = { top: 190, bottom: 120, left: 110, right: 110 };
const nearestOfCity = 11;
const flightMs = 2400;
const drawMs = 1000;

interface WallMapProps {
  network: Network;
  stations: readonly Station[];
  /** Scale of the stage, which the map's resolution follows. */
  scale: number;
}

/** Map of all stations as lights, moved to the stations in scope. */
export function WallMap({ network, stations, scale }: WallMapProps) {
  const placed = network.stations.filter(hasPlace);
  const bounds = boundsOf(placed);
  return (
    <MapView type="dark" look={look} padding={padding} {...(bounds && { bounds })}>
      {(map) => (
        <>
          <Borders map={map} />
          <Lights map={map} network={network} scale={scale} />
          <Flight map={map} stations={stations} />
        </>
      )}
    </MapView>
  );
}

/** Glow along the province borders; added again after each style change. */
function Borders({ map }: { map: MapLibre }) {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language replaces the style
  useEffect(() => {
    const add = () => {
      if (map.getLayer('wall-glow') || !map.getSource('china')) return;
      map.addLayer(
        {
          id: 'wall-glow',
          type: 'line',
          source: 'china',
          'source-layer': 'province',
          paint: { 'line-color': '#2cc4ff', 'line-width': 7, 'line-blur': 7, 'line-opacity': 0.35 },
        },
        'province',
      );
    };
    if (map.isStyleLoaded()) add();
    const listening = map.on('styledata', add);
    return () => listening.unsubscribe();
  }, [map, language]);
  return null;
}

function Lights({ map, network, scale }: { map: MapLibre; network: Network; scale: number }) {
  const palette = useAqiPalette();
  const layer = useRef<GlowLayer>(undefined);
  useEffect(() => {
    // Limits the resolution: software renderers are slow per pixel, and 2 suffices for 3840 pixels.
    map.setPixelRatio(Math.min(2, devicePixelRatio * scale));
    const made = glowLayer(map, scale);
    layer.current = made;
    return made.remove;
  }, [map, scale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of scale replaces the layer
  useEffect(() => {
    const picture = livePicture(network, 'overall');
    const lightOf = (station: Station): Glow => {
      const { grade, figure } = picture(station);
      const { site, medium, alarm } = station;
      return {
        site_id: site.site_id,
        name: site.site_name,
        longitude: site.longitude ?? 0,
        latitude: site.latitude ?? 0,
        colour: grade === null ? undefined : gradeColour({ medium, grade }, palette),
        figure,
        grade: grade ?? 0,
        alarm: alarm !== undefined,
      };
    };
    const show = () => layer.current?.show(network.stations.filter(hasPlace).map(lightOf));
    show();
    let isDirty = false;
    const unlisten = network.onChange((changes) => {
      isDirty = true;
      layer.current?.ripple(Array.from(changes, ({ site }) => site.site_id));
    });
    const timer = setInterval(() => {
      if (isDirty) show();
      isDirty = false;
    }, drawMs);
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }, [map, network, palette, scale]);
  return null;
}

function Flight({ map, stations }: { map: MapLibre; stations: readonly Station[] }) {
  useEffect(() => {
    const bounds = boundsOf(stations.filter(hasPlace));
    if (!bounds) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.fitBounds(bounds, { padding, maxZoom: nearestOfCity, duration: isStill ? 0 : flightMs });
  }, [map, stations]);
  return null;
}
