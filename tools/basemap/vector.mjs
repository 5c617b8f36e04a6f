import { gzipSync } from 'node:zlib';
import GeoJSONVT from 'geojson-vt';
import vtpbf from 'vt-pbf';

/**
 * Cuts layers into gzipped vector tiles. `from` is the zoom at which a layer first appears.
 * @param layers `{ name, from, data }[]`
 */
export function vectorTiles(layers, { minZoom, maxZoom }) {
  const indexes = layers.map(({ name, from, data }) => ({
    name,
    from,
    index: new GeoJSONVT(data, {
      maxZoom,
      indexMaxZoom: maxZoom,
      indexMaxPoints: 0,
      tolerance: 2,
      buffer: 64,
    }),
  }));
  const tiles = new Map();
  for (let z = minZoom; z <= maxZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const found = {};
        for (const { name, from, index } of indexes) {
          const tile = z >= from ? index.getTile(z, x, y) : null;
          if (tile && tile.features.length > 0) found[name] = tile;
        }
        if (Object.keys(found).length === 0) continue;
        tiles.set(`${z}/${x}/${y}`, gzipSync(vtpbf.fromGeojsonVt(found, { version: 2 }), { level: 9 }));
      }
    }
  }
  return tiles;
}
