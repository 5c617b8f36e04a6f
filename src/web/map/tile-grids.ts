import { type Coordinates, fromWgs84, toWgs84 } from '#shared/domain/coordinates.ts';
import type { ShiftedDatum } from '#shared/domain/tile-provider.ts';

/** Tile grid of another datum, with columns to the east and rows to the south. */
export interface TileGrid {
  /** Zoom with a resolution similar to ours. */
  zoomOf(z: number): number;
  /** Position of a WGS-84 place, in tiles of that zoom. */
  at(place: Coordinates, zoom: number): [x: number, y: number];
  placeOf(x: number, y: number, zoom: number): Coordinates;
  /** Column and row as used in URLs; undefined if there is no such tile. */
  named(x: number, y: number, zoom: number): [x: number, y: number] | undefined;
}

/** Web Mercator position in the unit square. */
export function worldOf({ longitude, latitude }: Coordinates): [x: number, y: number] {
  const sine = Math.sin(radians(latitude));
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

export function placeOf(x: number, y: number): Coordinates {
  return { longitude: (x - 0.5) * 360, latitude: degrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * y)))) };
}

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** GCJ-02, as used by AMap and most Chinese maps: the usual grid with shifted places. */
const gcj02: TileGrid = {
  zoomOf: (z) => z,
  at(place, zoom) {
    const [x, y] = worldOf(fromWgs84(place, 'gcj02'));
    return [x * 2 ** zoom, y * 2 ** zoom];
  },
  placeOf: (x, y, zoom) => toWgs84(placeOf(x / 2 ** zoom, y / 2 ** zoom), 'gcj02'),
  named(x, y, zoom) {
    const count = 2 ** zoom;
    return y < 0 || y >= count ? undefined : [(x + count) % count, y];
  },
};

/** Clarke 1866 ellipsoid of Baidu's Mercator projection. */
const SEMI_MAJOR = 6_378_206.4;
const ECCENTRICITY = Math.sqrt(0.006_768_657_997_29);

/** Baidu's Mercator coordinates in metres. */
export function baiduMetres(place: Coordinates): [east: number, north: number] {
  const { longitude, latitude } = fromWgs84(place, 'bd09');
  const sine = Math.sin(radians(latitude));
  const north = Math.atanh(sine) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sine);
  return [SEMI_MAJOR * radians(longitude), SEMI_MAJOR * north];
}

function placeOfBaidu(east: number, north: number): Coordinates {
  const wanted = north / SEMI_MAJOR;
  let sine = Math.tanh(wanted);
  // Fixed-point iteration: the ellipsoid is nearly a sphere, so each round reduces the error about a hundredfold.
  for (let round = 0; round < 6; round++) {
    sine = Math.tanh(wanted + ECCENTRICITY * Math.atanh(ECCENTRICITY * sine));
  }
  return toWgs84({ longitude: degrees(east / SEMI_MAJOR), latitude: degrees(Math.asin(sine)) }, 'bd09');
}

const PIXELS = 256;
/** Zoom at which one pixel is one metre at the equator. */
const METRE_ZOOM = 18;
const COARSEST = 3;
const FINEST = 19;

const metresOfTile = (zoom: number) => PIXELS * 2 ** (METRE_ZOOM - zoom);

/** BD-09 of Baidu: tiles count from the equator and the prime meridian, rows to the north. */
const bd09: TileGrid = {
  zoomOf: (z) => Math.min(FINEST, Math.max(COARSEST, z + 1)),
  at(place, zoom) {
    const [east, north] = baiduMetres(place);
    return [east / metresOfTile(zoom), -north / metresOfTile(zoom)];
  },
  placeOf: (x, y, zoom) => placeOfBaidu(x * metresOfTile(zoom), -y * metresOfTile(zoom)),
  named: (x, y) => [x, -y - 1],
};

export const tileGrids: Readonly<Record<ShiftedDatum, TileGrid>> = { gcj02, bd09 };

type Point = readonly [x: number, y: number];

/** A tile of the other grid with the pixel positions of three corners in ours. */
export interface Piece {
  x: number;
  y: number;
  corner: Point;
  right: Point;
  below: Point;
}

/** Tiles of the other grid that cover one of ours, with their positions. Neighbours share their corners. */
export function piecesOf(grid: TileGrid, z: number, x: number, y: number, size: number): Piece[] {
  const count = 2 ** z;
  const zoom = grid.zoomOf(z);
  const ours = [0, 1].flatMap((dx) =>
    [0, 1].map((dy) => grid.at(placeOf((x + dx) / count, (y + dy) / count), zoom)),
  );
  const pixel = (column: number, row: number): Point => {
    const [worldX, worldY] = worldOf(grid.placeOf(column, row, zoom));
    return [(worldX * count - x) * size, (worldY * count - y) * size];
  };
  const columns = covering(ours.map(([column]) => column));
  const rows = covering(ours.map(([, row]) => row));
  return columns.flatMap((column) =>
    rows.map((row) => ({
      ...{ x: column, y: row, corner: pixel(column, row) },
      ...{ right: pixel(column + 1, row), below: pixel(column, row + 1) },
    })),
  );
}

/** Range of tiles that covers all values. */
function covering(values: readonly number[]): number[] {
  const first = Math.floor(Math.min(...values));
  const last = Math.ceil(Math.max(...values)) - 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
