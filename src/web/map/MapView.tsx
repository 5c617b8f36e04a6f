import 'maplibre-gl/dist/maplibre-gl.css';
import { AttributionControl, Map as MapLibre, NavigationControl, ScaleControl } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TileProvider } from '#shared/domain/tile-provider.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { prepareRenderer } from './bundled-tiles.ts';
import type { MapLook, MapType } from './look.ts';
import { MapLoading } from './MapLoading.tsx';
import { mapLimits, mapStyle } from './map-style.ts';
import styles from './map-view.module.css';
import { prepareShiftedTiles } from './shifted-tiles.ts';
import { groundSource } from './tile-provider.ts';
import { useTileProvider } from './useTileProvider.ts';
import { watchTiles } from './watch-tiles.ts';

/** West, south, east, north. */
export type MapBounds = [number, number, number, number];

/** Centre and zoom of the map. */
export interface MapPlace {
  longitude: number;
  latitude: number;
  zoom: number;
}

export type MapPadding = Record<'top' | 'bottom' | 'left' | 'right', number>;

const narrowPadding: MapPadding = { top: 40, bottom: 40, left: 40, right: 40 };
/** Default area: the whole country. */
const wholeCountry: MapBounds = [73.5, 18, 135, 53.5];
/** Closest zoom for a single station: its county's borders and names stay visible. */
export const nearest = 10;
const font = "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

interface MapViewProps {
  type: MapType;
  /** Custom colours; forces the bundled map even if a tile provider is configured. */
  look?: MapLook;
  /** Initial area. */
  bounds?: MapBounds;
  /** Initial centre and zoom, overriding `bounds`. */
  view?: MapPlace | undefined;
  /** Edges covered by other content. */
  padding?: MapPadding;
  children?(map: MapLibre): ReactNode;
}

/**
 * The map with the configured tiles and the overlays drawn by `children`. If the tiles fail to load, it reports that
 * and falls back to the bundled map.
 */
export function MapView(props: MapViewProps) {
  const provider = useTileProvider();
  // Waits for the provider, so that no request goes to the wrong server.
  if (provider === undefined) return <MapLoading />;
  return <DrawnMap {...props} provider={props.look ? undefined : (provider ?? undefined)} />;
}

interface DrawnMapProps extends MapViewProps {
  /** Replaces the bundled tiles. */
  provider: TileProvider | undefined;
}

/** Shows a message if the browser cannot draw a map. */
function DrawnMap({
  type,
  look,
  provider: configured,
  bounds = wholeCountry,
  view,
  padding = narrowPadding,
  children,
}: DrawnMapProps) {
  const t = useT();
  const language = useLanguage();
  const [lost, setLost] = useState(false);
  const provider = lost ? undefined : configured;
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibre>();
  const [state, setState] = useState<'loading' | 'drawing' | 'drawn' | 'impossible'>('loading');
  const first = useRef({ bounds, view, padding, look, style: { type, language, provider } });
  useEffect(() => {
    if (!box.current) return;
    if (!canDraw()) {
      setState('impossible');
      return;
    }
    const { bounds, view, padding, style, look } = first.current;
    if (style.provider?.datum) prepareShiftedTiles();
    const made = newMap(
      box.current,
      { bounds, view, padding },
      mapStyle(style.type, style.language, style.provider, look),
    );
    made.on('idle', () => setState('drawn'));
    // Layers can only be added once the style is loaded.
    made.once('style.load', () => setMap(made));
    const unwatch = style.provider && watchTiles(made, groundSource(style.provider), () => setLost(true));
    return () => {
      unwatch?.();
      setMap(undefined);
      made.remove();
    };
  }, []);
  useEffect(() => {
    const { style } = first.current;
    if (!map || (style.type === type && style.language === language && style.provider === provider)) return;
    first.current.style = { type, language, provider };
    setState('drawing');
    map.setStyle(mapStyle(type, language, provider, first.current.look), { diff: false });
  }, [map, type, language, provider]);
  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', t('map.title'));
    const names = {
      'zoom-in': 'map.zoom_in',
      'zoom-out': 'map.zoom_out',
      'attrib-button': 'map.sources',
    } as const;
    for (const [control, name] of Object.entries(names)) {
      const button = map?.getContainer().querySelector(`.maplibregl-ctrl-${control}`);
      for (const attribute of ['aria-label', 'title']) button?.setAttribute(attribute, t(name));
    }
  }, [map, t]);
  return (
    <div className={styles.view} data-map={state}>
      <div ref={box} className={styles.canvas} />
      {/* Does not cover a map that is already drawn. */}
      {state === 'loading' && !map && <MapLoading />}
      {state === 'impossible' && <p className={styles.said}>{t('map.impossible')}</p>}
      {lost && (
        <p className={styles.lost} role="status">
          {t('map.tiles_lost')}
        </p>
      )}
      {map && children?.(map)}
    </div>
  );
}

function newMap(
  container: HTMLElement,
  { bounds, view, padding }: { bounds: MapBounds; view: MapPlace | undefined; padding: MapPadding },
  style: ReturnType<typeof mapStyle>,
): MapLibre {
  prepareRenderer();
  const { minZoom, maxZoom, bounds: limits } = mapLimits;
  const map = new MapLibre({
    container,
    style,
    ...(view
      ? { center: [view.longitude, view.latitude] as [number, number], zoom: view.zoom }
      : { bounds, fitBoundsOptions: { padding, maxZoom: nearest } }),
    minZoom,
    maxZoom,
    maxBounds: [...limits],
    // Rotation is disabled: north is always up.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    attributionControl: false,
    // At 0, maplibre would place all labels again in every frame.
    fadeDuration: 150,
    localIdeographFontFamily: font,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right');
  map.addControl(new ScaleControl({ maxWidth: 96 }), 'bottom-left');
  return map;
}

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}
