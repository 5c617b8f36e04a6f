import type {
  DataDrivenPropertyValueSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { TileProvider } from '#shared/domain/tile-provider.ts';
import type { Language } from '#shared/i18n/index.ts';
import { packAddress } from './bundled-tiles.ts';
import { looks, type MapLook, type MapType } from './look.ts';
import { rasterGround } from './tile-provider.ts';

/** maplibre treats 180° east as 180° west, and bounds between them as empty. */
const almost180 = 179.9999;
/** Spec §9. */
export const mapLimits = { minZoom: 3, maxZoom: 19, bounds: [-almost180, -74, almost180, 74] } as const;

type Width = DataDrivenPropertyValueSpecification<number>;

/** Style of the base map: bundled, or from a provider. */
export function mapStyle(
  type: MapType,
  language: Language,
  provider?: TileProvider,
  look: MapLook = looks[type],
): StyleSpecification {
  if (provider) return { version: 8, ...rasterGround(provider, type) };
  return {
    version: 8,
    sources: {
      world: { type: 'vector', tiles: [packAddress('world')], minzoom: 3, maxzoom: 4 },
      china: {
        type: 'vector',
        tiles: [packAddress('china')],
        minzoom: 3,
        maxzoom: 7,
        bounds: [73, 3, 136, 54],
        attribution: '© OpenStreetMap',
      },
      ...(type === 'satellite' && {
        relief: {
          type: 'raster' as const,
          tiles: [packAddress('relief')],
          tileSize: 256,
          minzoom: 4,
          maxzoom: 4,
          attribution: 'NASA Blue Marble',
        },
      }),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': look.sea } },
      ...land(look),
      ...(type === 'satellite' ? relief : []),
      water(look, type),
      ...borders(look),
      ...names(look, language),
    ],
  };
}

const relief: LayerSpecification[] = [
  {
    id: 'relief',
    type: 'raster',
    source: 'relief',
    // The relief is coarse: it fades when zoomed in.
    paint: {
      'raster-opacity': ['interpolate', ['linear'], ['zoom'], 6, 1, 9, 0.4],
      'raster-fade-duration': 0,
    },
  },
];

function land({ land, home }: MapLook): LayerSpecification[] {
  return [
    { id: 'land', type: 'fill', source: 'world', 'source-layer': 'land', paint: { 'fill-color': land } },
    { id: 'home', type: 'fill', source: 'china', 'source-layer': 'land', paint: { 'fill-color': home } },
  ];
}

/** The outlines of rivers and lakes are too coarse when zoomed in; the satellite picture has its own. */
function water({ water }: MapLook, type: MapType): LayerSpecification {
  return {
    id: 'water',
    type: 'fill',
    source: 'china',
    'source-layer': 'water',
    minzoom: type === 'satellite' ? 6 : 3,
    maxzoom: 9.5,
    paint: {
      'fill-color': water,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 8, 1, 9.5, 0],
    },
  };
}

/** From fine to coarse, so that province borders cover county borders. */
function borders(look: MapLook): LayerSpecification[] {
  return [
    border('county', look.county, 6.5, ['interpolate', ['linear'], ['zoom'], 6.5, 0.6, 10, 1.2]),
    border('city', look.city, 4.5, ['interpolate', ['linear'], ['zoom'], 5, 0.5, 10, 1.8]),
    border('province', look.province, 3, ['interpolate', ['linear'], ['zoom'], 3, 0.6, 9, 2]),
    { ...border('border', look.city, 3, 0.7), id: 'abroad', source: 'world' },
    border('nation', look.nation, 3, ['interpolate', ['linear'], ['zoom'], 3, 0.8, 9, 2]),
    {
      id: 'dash',
      type: 'fill',
      source: 'china',
      'source-layer': 'dash',
      paint: { 'fill-color': look.nation },
    },
  ];
}

function border(layer: string, colour: string, minzoom: number, width: Width): LineLayerSpecification {
  return {
    id: layer,
    type: 'line',
    source: 'china',
    'source-layer': layer,
    minzoom,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  };
}

/** Names of larger places disappear at lower zoom, in favour of smaller ones. */
function names(look: MapLook, language: Language): LayerSpecification[] {
  const place = (
    id: string,
    colour: string,
    [minzoom, maxzoom]: [number, number],
    size: Width,
  ): SymbolLayerSpecification => ({
    id,
    type: 'symbol',
    source: 'china',
    'source-layer': id,
    minzoom,
    maxzoom,
    layout: {
      'text-field': ['get', language],
      'text-size': size,
      'text-padding': 4,
      'text-max-width': 7,
      // May move aside for other names; stations are drawn above.
      'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
      'text-radial-offset': 1.1,
    },
    paint: { 'text-color': colour, 'text-halo-color': look.halo, 'text-halo-width': 1.4 },
  });
  const citySize: Width = ['interpolate', ['linear'], ['zoom'], 5, 12, 9, 15];
  const abroad = place('place', look.textSoft, [3, 7], 12);
  return [
    place('county_name', look.textSoft, [7.5, 24], 12),
    place('city_name', look.text, [5, 11], citySize),
    // Starts at the zoom where the province name ends.
    place('municipality_name', look.text, [6.5, 11], citySize),
    place('province_name', look.text, [3, 6.5], ['interpolate', ['linear'], ['zoom'], 3, 11.5, 6, 16]),
    {
      ...abroad,
      id: 'country_name',
      source: 'world',
      layout: { ...abroad.layout, 'symbol-sort-key': ['-', 0, ['get', 'area']] },
    },
  ];
}
