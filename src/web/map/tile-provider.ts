import type { RasterLayerSpecification, RasterSourceSpecification } from 'maplibre-gl';
import { type TileProvider, tileAddresses } from '#shared/domain/tile-provider.ts';
import type { MapType } from './look.ts';

export interface RasterGround {
  sources: Record<string, RasterSourceSpecification>;
  layers: RasterLayerSpecification[];
}

/** The source that the ground comes from; what lies on it comes from others. */
export function groundSource({ id }: TileProvider): string {
  return `${id}-0`;
}

export function rasterGround(provider: TileProvider, type: MapType): RasterGround {
  const { id, tiles, max_zoom, attribution } = provider;
  const turnedDark = type === 'dark' && !tiles.dark;
  const addresses = tiles[type] ?? tiles.general;
  return {
    sources: Object.fromEntries(
      addresses.map((address, i) => [
        `${id}-${i}`,
        {
          type: 'raster',
          tiles: tileAddresses(address, provider),
          tileSize: 256,
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
