import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import { type AqiBand, aqiBands } from '#shared/domain/aqi-bands.ts';
import { levelColours, looks, type MapLook, type MapType } from './look.ts';

/** A station as the map shows it. */
export interface StationMark {
  site_id: number;
  name: string;
  longitude: number;
  latitude: number;
  online: boolean;
  /** Of the air, where it is known; without it the colour only says whether the station is heard. */
  level: AqiBand['level'] | null;
  alarm: boolean;
}

export interface StationLayer {
  /** What is on the map from now on; may be called as often as stations speak. */
  show(marks: readonly StationMark[]): void;
  remove(): void;
}

const source = 'stations';
/** From here on every station stands for itself. */
const clusteredTo = 12;
const namedFrom = 9;
/** A picture of nothing at a station's mark, so that names of places keep off it. */
const clearance = 'clearance';

/** Stations, gathered where they stand close. A click on a gathering looks into it, one on a station picks it. */
export function stationLayer(
  map: MapLibre,
  type: () => MapType,
  onPick: (site_id: number) => void,
): StationLayer {
  let shown: readonly StationMark[] = [];
  let waiting = 0;
  const tell = () => map.getSource<GeoJSONSource>(source)?.setData(stationFeatures(shown));
  // A new style has nothing of the old one, neither layers nor data.
  const attach = () => {
    if (map.getSource(source)) return;
    map.addSource(source, stationSource(shown));
    map.addImage(clearance, { width: 1, height: 1, data: new Uint8Array(4) });
    for (const layer of stationLayers(looks[type()])) map.addLayer(layer);
  };
  const clicks = [
    map.on('click', 'station', ({ features }) => {
      const site_id = features?.[0]?.properties.site_id;
      if (typeof site_id === 'number') onPick(site_id);
    }),
    map.on('click', 'station-cluster', ({ features, lngLat }) => {
      const cluster = features?.[0]?.properties.cluster_id;
      if (typeof cluster !== 'number') return;
      map
        .getSource<GeoJSONSource>(source)
        ?.getClusterExpansionZoom(cluster)
        .then((zoom) => map.easeTo({ center: lngLat, zoom: zoom + 0.5 }))
        // The gathering was gone before it could be looked into.
        .catch(() => {});
    }),
    ...['station', 'station-cluster'].flatMap((layer) => [
      map.on('mouseenter', layer, () => {
        map.getCanvas().style.cursor = 'pointer';
      }),
      map.on('mouseleave', layer, () => {
        map.getCanvas().style.cursor = '';
      }),
    ]),
    map.on('style.load', attach),
  ];
  attach();
  return {
    show: (marks) => {
      shown = marks;
      // Many stations may speak between two frames.
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(tell);
    },
    remove: () => {
      cancelAnimationFrame(waiting);
      for (const click of clicks) click.unsubscribe();
    },
  };
}

export function stationFeatures(marks: readonly StationMark[]) {
  return {
    type: 'FeatureCollection' as const,
    features: marks.map(({ site_id, name, longitude, latitude, online, level, alarm }) => ({
      type: 'Feature' as const,
      id: site_id,
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      properties: {
        site_id,
        name,
        online: Number(online),
        level: online ? (level ?? 0) : 0,
        alarm: Number(alarm),
      },
    })),
  };
}

function stationSource(marks: readonly StationMark[]): GeoJSONSourceSpecification {
  return {
    type: 'geojson',
    data: stationFeatures(marks),
    cluster: true,
    clusterRadius: 44,
    clusterMaxZoom: clusteredTo - 1,
    // A gathering looks like the worst within it.
    clusterProperties: {
      online: ['max', ['get', 'online']],
      level: ['max', ['get', 'level']],
      alarm: ['max', ['get', 'alarm']],
    },
  };
}

/** By the level where there is one, else by whether it is heard. */
export function markColour({
  online,
  offline,
}: Pick<MapLook, 'online' | 'offline'>): ExpressionSpecification {
  return [
    'match',
    ['get', 'level'],
    ...aqiBands.flatMap(({ level }) => [level, levelColours[level]]),
    ['case', ['==', ['get', 'online'], 1], online, offline],
  ] as unknown as ExpressionSpecification;
}

function stationLayers(look: MapLook): LayerSpecification[] {
  const colour = markColour(look) as DataDrivenPropertyValueSpecification<string>;
  const clustered: ExpressionSpecification = ['has', 'point_count'];
  return [
    {
      id: 'station-cluster',
      type: 'circle',
      source,
      filter: clustered,
      paint: {
        'circle-color': colour,
        'circle-radius': ['step', ['get', 'point_count'], 14, 10, 17, 100, 21, 1000, 26],
        'circle-stroke-color': look.rim,
        'circle-stroke-width': 2,
        'circle-opacity': 0.92,
      },
    },
    {
      id: 'station-count',
      type: 'symbol',
      source,
      filter: clustered,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-size': 13,
        // About as wide as its disc, so that names of places keep off it.
        'text-padding': 10,
        'text-allow-overlap': true,
      },
      // Dark on the pale colours of the good levels, white on all others.
      paint: { 'text-color': ['match', ['get', 'level'], [1, 2, 3], '#14222a', '#ffffff'] },
    },
    {
      id: 'station',
      type: 'circle',
      source,
      filter: ['!', clustered],
      paint: {
        'circle-color': colour,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 5.5, 12, 8],
        'circle-stroke-color': ['case', ['==', ['get', 'alarm'], 1], '#d4380d', look.rim],
        'circle-stroke-width': ['case', ['==', ['get', 'alarm'], 1], 3, 1.5],
      },
    },
    {
      id: 'station-name',
      type: 'symbol',
      source,
      filter: ['!', clustered],
      layout: {
        'icon-image': clearance,
        'icon-size': 14,
        'icon-allow-overlap': true,
        'text-field': ['step', ['zoom'], '', namedFrom, ['get', 'name']],
        'text-optional': true,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.9],
        'text-max-width': 12,
      },
      paint: { 'text-color': look.text, 'text-halo-color': look.halo, 'text-halo-width': 1.5 },
    },
  ];
}
