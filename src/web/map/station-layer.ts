import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl';
import type { AqiPalette } from '#web/theme/aqi-palette.ts';
import { looks, type MapLook, type MapType } from './look.ts';
import { byRank, gradeColour, isDarkGrade, type MarkGrade } from './mark-grades.ts';

/** A station as the map shows it. */
export interface StationMark {
  site_id: number;
  name: string;
  longitude: number;
  latitude: number;
  /** Heard just now, or with a value in the hour that is shown. */
  online: boolean;
  /** How bad it is by `rankOf`; 0 where that is not known. */
  rank: number;
  /** The index, class or value that the colour stands for. */
  figure: string;
  /** Its values are simulated. */
  virtual: boolean;
}

/** How marks are drawn and spoken of. */
export interface MarkStyle {
  type: MapType;
  palette: AqiPalette;
  /** A grade in a word or two, for gatherings. */
  wordOf(grade: MarkGrade): string;
  virtualWord: string;
}

export interface StationLayer {
  /** All that is on the map from now on; resolves when it is drawn. */
  show(marks: readonly StationMark[]): Promise<void>;
  /** Only these have changed; may be called as often as stations speak. */
  update(marks: readonly StationMark[]): void;
  /** The one that is looked at has a ring. */
  point(site_id: number | undefined): void;
  /** Draws with what the style says now. */
  restyle(): void;
  remove(): void;
}

/** A click on a station, or on none. */
type OnPick = (site_id: number | undefined) => void;

const source = 'stations';
/** From here on every station stands for itself. */
const clusteredTo = 12;
const namedFrom = 9;
const clickable = ['station', 'station-cluster'];
const dark = '#14222a';
const light = '#ffffff';
const virtualRim = '#c41d7f';

/** Stations, gathered where they stand close. A click on a gathering looks into it, one on a station picks it. */
export function stationLayer(map: MapLibre, style: () => MarkStyle, onPick: OnPick): StationLayer {
  let shown = new Map<number, StationMark>();
  let pointed: number | undefined;
  const features = () => stationFeatures([...shown.values()]);
  const geojson = () => map.getSource<GeoJSONSource>(source);
  const point = () => {
    if (map.getLayer('station-pointed')) map.setFilter('station-pointed', isSite(pointed));
  };
  // A new style has nothing of the old one, neither layers nor data.
  const attach = () => {
    if (map.getSource(source)) return;
    map.addSource(source, stationSource(features()));
    for (const layer of stationLayers(style())) map.addLayer(layer);
    point();
  };
  const clicks = [
    map.on('click', ({ point, lngLat }) => {
      const layers = clickable.filter((layer) => map.getLayer(layer));
      const { site_id, cluster_id } = map.queryRenderedFeatures(point, { layers })[0]?.properties ?? {};
      if (typeof cluster_id !== 'number') {
        onPick(typeof site_id === 'number' ? site_id : undefined);
        return;
      }
      geojson()
        ?.getClusterExpansionZoom(cluster_id)
        .then((zoom) => map.easeTo({ center: lngLat, zoom: zoom + 0.5 }))
        // The gathering was gone before it could be looked into.
        .catch(() => {});
    }),
    ...clickable.flatMap((layer) => [
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
    show: async (marks) => {
      shown = new Map(marks.map((mark) => [mark.site_id, mark]));
      await geojson()?.setData(features());
      await drawn(map);
    },
    update: (marks) => {
      const changed = marks.filter((mark) => !looksAlike(mark, shown.get(mark.site_id)));
      if (changed.length === 0) return;
      for (const mark of changed) shown.set(mark.site_id, mark);
      void geojson()?.updateData({
        update: changed.map((mark) => ({
          id: mark.site_id,
          addOrUpdateProperties: Object.entries(propertiesOf(mark)).map(([key, value]) => ({ key, value })),
        })),
      });
    },
    restyle: () => {
      for (const { id } of stationLayers(style())) if (map.getLayer(id)) map.removeLayer(id);
      for (const layer of stationLayers(style())) map.addLayer(layer);
      point();
    },
    point: (site_id) => {
      pointed = site_id;
      point();
    },
    remove: () => {
      for (const click of clicks) click.unsubscribe();
    },
  };
}

/** The next picture that has all of the source in it. */
function drawn(map: MapLibre): Promise<void> {
  return new Promise((resolve) => {
    const look = map.on('render', () => {
      if (map.getSource(source) && !map.isSourceLoaded(source)) return;
      look.unsubscribe();
      resolve();
    });
    map.triggerRepaint();
  });
}

function looksAlike(mark: StationMark, before: StationMark | undefined): boolean {
  return before?.online === mark.online && before.rank === mark.rank && before.figure === mark.figure;
}

export function stationFeatures(marks: readonly StationMark[]) {
  return {
    type: 'FeatureCollection' as const,
    features: marks.map((mark) => ({
      type: 'Feature' as const,
      id: mark.site_id,
      geometry: { type: 'Point' as const, coordinates: [mark.longitude, mark.latitude] },
      properties: propertiesOf(mark),
    })),
  };
}

/** A station that is not heard has no grade: what it last measured is not how things are. */
function propertiesOf({ site_id, name, online, rank, figure, virtual }: StationMark) {
  return {
    site_id,
    name,
    online: Number(online),
    rank: online ? rank : 0,
    figure: online ? figure : '',
    virtual: Number(virtual),
  };
}

function stationSource(data: ReturnType<typeof stationFeatures>): GeoJSONSourceSpecification {
  return {
    type: 'geojson',
    data,
    cluster: true,
    clusterRadius: 48,
    clusterMaxZoom: clusteredTo - 1,
    // A gathering looks like the worst within it; what is simulated worsens nothing.
    clusterProperties: {
      online: ['max', ['get', 'online']],
      rank: ['max', ['case', ['==', ['get', 'virtual'], 1], 0, ['get', 'rank']]],
    },
  };
}

function ofRank<T>(of: (grade: MarkGrade) => T, otherwise: T | ExpressionSpecification) {
  return ['match', ['get', 'rank'], ...byRank(of).flat(), otherwise] as unknown as ExpressionSpecification;
}

/** By the grade where there is one, else by whether it is heard. */
export function markColour(
  { online, offline }: Pick<MapLook, 'online' | 'offline'>,
  palette: AqiPalette,
): ExpressionSpecification {
  return ofRank<string>(
    (grade) => gradeColour(grade, palette),
    ['case', ['==', ['get', 'online'], 1], online, offline],
  );
}

const isSite = (site_id: number | undefined): ExpressionSpecification => [
  '==',
  ['get', 'site_id'],
  site_id ?? -1,
];

function stationLayers({ type, palette, wordOf, virtualWord }: MarkStyle): LayerSpecification[] {
  const look = looks[type];
  const colour = markColour(look, palette) as DataDrivenPropertyValueSpecification<string>;
  const letters = ofRank<string>((grade) => (isDarkGrade(grade) ? light : dark), light);
  const rim = ofRank<string>(({ medium }) => (medium === 'water' ? look.waterRim : look.gradeRim), look.rim);
  const isVirtual: ExpressionSpecification = ['==', ['get', 'virtual'], 1];
  const named: ExpressionSpecification = [
    'case',
    isVirtual,
    ['concat', ['get', 'name'], ` · ${virtualWord}`],
    ['get', 'name'],
  ];
  const clustered: ExpressionSpecification = ['has', 'point_count'];
  const alone: ExpressionSpecification = ['!', clustered];
  return [
    {
      id: 'station-pointed',
      type: 'circle',
      source,
      filter: isSite(undefined),
      paint: { 'circle-color': look.online, 'circle-opacity': 0.28, 'circle-radius': 24 },
    },
    {
      id: 'station-cluster',
      type: 'circle',
      source,
      filter: clustered,
      paint: {
        'circle-color': colour,
        'circle-radius': ['step', ['get', 'point_count'], 17, 10, 19, 100, 22, 1000, 27],
        'circle-stroke-color': rim as DataDrivenPropertyValueSpecification<string>,
        'circle-stroke-width': 1.5,
        'circle-opacity': 0.94,
      },
    },
    {
      id: 'station-count',
      type: 'symbol',
      source,
      filter: clustered,
      layout: {
        'text-field': [
          'format',
          ['get', 'point_count_abbreviated'],
          {},
          ofRank<string>((grade) => `\n${wordOf(grade)}`, ''),
          { 'font-scale': 0.76 },
        ],
        'text-size': 13,
        'text-line-height': 1.05,
        // About as wide as its disc, so that names of places keep off it.
        'text-padding': 8,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': letters as DataDrivenPropertyValueSpecification<string> },
    },
    {
      id: 'station',
      type: 'circle',
      source,
      filter: alone,
      paint: {
        'circle-color': colour,
        'circle-radius': ['case', ['==', ['get', 'figure'], ''], 7, 13],
        'circle-stroke-color': [
          'case',
          isVirtual,
          virtualRim,
          rim,
        ] as DataDrivenPropertyValueSpecification<string>,
        'circle-stroke-width': ['case', isVirtual, 3.5, 1.5],
      },
    },
    {
      id: 'station-figure',
      type: 'symbol',
      source,
      filter: alone,
      layout: {
        'text-field': ['get', 'figure'],
        'text-size': ['step', ['length', ['get', 'figure']], 11.5, 4, 9.5, 6, 8],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': letters as DataDrivenPropertyValueSpecification<string> },
    },
    {
      id: 'station-name',
      type: 'symbol',
      source,
      filter: alone,
      layout: {
        'text-field': ['step', ['zoom'], ['case', isVirtual, named, ''], namedFrom, named],
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.3],
        'text-max-width': 12,
      },
      paint: {
        'text-color': ['case', isVirtual, virtualRim, look.text] as unknown as string,
        'text-halo-color': look.halo,
        'text-halo-width': 1.5,
      },
    },
  ];
}
