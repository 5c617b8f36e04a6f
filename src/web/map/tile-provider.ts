import type { RasterLayerSpecification, RasterSourceSpecification } from 'maplibre-gl';
import type { MapType } from './look.ts';

/** Tiles from elsewhere in place of the bundled map: any XYZ address, and WMTS through `wmtsAddress`. */
export interface TileProvider {
  id: string;
  /**
   * Addresses by type, the ground first, then what lies on it, with {z} {x} {y}, and {s} and {key} where the provider
   * wants them. A provider without a dark map has its general one turned dark.
   */
  tiles: { general: string[]; satellite?: string[]; dark?: string[] };
  hosts?: string[];
  key?: string;
  tile_size?: number;
  max_zoom: number;
  attribution: string;
}

export interface RasterGround {
  sources: Record<string, RasterSourceSpecification>;
  layers: RasterLayerSpecification[];
}

export function rasterGround(provider: TileProvider, type: MapType): RasterGround {
  const { id, tiles, tile_size = 256, max_zoom, attribution } = provider;
  const turnedDark = type === 'dark' && !tiles.dark;
  const addresses = tiles[type] ?? tiles.general;
  return {
    sources: Object.fromEntries(
      addresses.map((address, i) => [
        `${id}-${i}`,
        {
          type: 'raster',
          tiles: filledIn(address, provider),
          tileSize: tile_size,
          maxzoom: max_zoom,
          attribution,
        },
      ]),
    ),
    layers: addresses.map((_, i) => ({
      id: `${id}-${i}`,
      type: 'raster',
      source: `${id}-${i}`,
      paint: turnedDark ? turnedDarkPaint : {},
    })),
  };
}

/** Light becomes dark, and the hues stay what they were. */
const turnedDarkPaint = {
  'raster-brightness-min': 0.9,
  'raster-brightness-max': 0.05,
  'raster-hue-rotate': 180,
  'raster-saturation': -0.4,
};

/** One address for every host, so that the browser asks them side by side. */
function filledIn(address: string, { hosts = [''], key = '' }: TileProvider): string[] {
  const keyed = address.replace('{key}', encodeURIComponent(key));
  return keyed.includes('{s}') ? hosts.map((host) => keyed.replace('{s}', host)) : [keyed];
}

export interface Wmts {
  url: string;
  layer: string;
  matrix_set: string;
  style?: string;
  format?: string;
}

/** The address of a WMTS service's tiles. Other parameters, such as a key, are kept from `url`. */
export function wmtsAddress({ url, layer, matrix_set, style = 'default', format = 'tiles' }: Wmts): string {
  const query = `SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=${style}&TILEMATRIXSET=${matrix_set}`;
  const separator = url.includes('?') ? '&' : '?';
  return `${url}${separator}${query}&FORMAT=${format}&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}`;
}
