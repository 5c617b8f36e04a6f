import type { RasterLayerSpecification, RasterSourceSpecification } from 'maplibre-gl';
import { type TileProvider, tileAddresses } from '#shared/domain/tile-provider.ts';
import type { MapType } from './look.ts';
import { shiftedAddress } from './shifted-tiles.ts';

export interface RasterGround {
  sources: Record<string, RasterSourceSpecification>;
  layers: RasterLayerSpecification[];
}

/** Source id of the base map. */
export function groundSource({ id }: TileProvider): string {
  return `${id}-0`;
}

export function rasterGround(provider: TileProvider, type: MapType): RasterGround {
  const { id, tiles, max_zoom } = provider;
  const attribution = asText(provider.attribution);
  const turnedDark = type === 'dark' && !tiles.dark;
  const addresses = tiles[type] ?? tiles.general;
  return {
    sources: Object.fromEntries(
      addresses.map((address, i) => [
        `${id}-${i}`,
        {
          type: 'raster',
          tiles: tilesOf(address, provider),
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

function tilesOf(address: string, provider: TileProvider): string[] {
  const addresses = tileAddresses(address, provider);
  const { datum } = provider;
  return datum ? addresses.map((one) => shiftedAddress(one, datum)) : addresses;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** maplibre renders attributions as HTML; the configured one is plain text. */
function asText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

/** Inverts the brightness and keeps the hues. */
const turnedDarkPaint = {
  'raster-brightness-min': 0.9,
  'raster-brightness-max': 0.05,
  'raster-hue-rotate': 180,
  'raster-saturation': -0.4,
};
