import { type Coordinates, fromWgs84, toWgs84 } from '#shared/domain/coordinates.ts';
import type { ShiftedDatum } from '#shared/domain/tile-provider.ts';

/** Where the tiles of another datum lie. Columns count to the east and rows to the south, as ours do. */
export interface TileGrid {
  /** The zoom whose tiles are about as fine as ours. */
  zoomOf(z: number): number;
  /** Where a true place lies, in tiles of that zoom. */
  at(place: Coordinates, zoom: number): [x: number, y: number];
  placeOf(x: number, y: number, zoom: number): Coordinates;
  /** The column and row as an address names them; none where there is no tile. */
  named(x: number, y: number, zoom: number): [x: number, y: number] | undefined;
}

/** A place on the square of the whole world, each side 1. */
export function worldOf({ longitude, latitude }: Coordinates): [x: number, y: number] {
  const sine = Math.sin(radians(latitude));
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

export function placeOf(x: number, y: number): Coordinates {
  return { longitude: (x - 0.5) * 360, latitude: degrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * y)))) };
}

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** AMap and most maps published in China: everyone's grid, its places shifted. */
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

/** Clarke 1866, whose Mercator projection Baidu's metres are. */
const SEMI_MAJOR = 6_378_206.4;
const ECCENTRICITY = Math.sqrt(0.006_768_657_997_29);

/** Metres to the east and to the north, as Baidu counts them. */
export function baiduMetres(place: Coordinates): [east: number, north: number] {
  const { longitude, latitude } = fromWgs84(place, 'bd09');
  const sine = Math.sin(radians(latitude));
  const north = Math.atanh(sine) - ECCENTRICITY * Math.atanh(ECCENTRICITY * sine);
  return [SEMI_MAJOR * radians(longitude), SEMI_MAJOR * north];
}

function placeOfBaidu(east: number, north: number): Coordinates {
  const wanted = north / SEMI_MAJOR;
  let sine = Math.tanh(wanted);
  // The ellipsoid is nearly a ball: each round corrects the one before by a hundredth of it.
  for (let round = 0; round < 6; round++) {
    sine = Math.tanh(wanted + ECCENTRICITY * Math.atanh(ECCENTRICITY * sine));
  }
  return toWgs84({ longitude: degrees(east / SEMI_MAJOR), latitude: degrees(Math.asin(sine)) }, 'bd09');
}

const PIXELS = 256;
/** At this zoom one pixel is one metre at the equator. */
const METRE_ZOOM = 18;
const COARSEST = 3;
const FINEST = 19;

const metresOfTile = (zoom: number) => PIXELS * 2 ** (METRE_ZOOM - zoom);

/** Baidu: tiles are counted from the equator and the prime meridian, rows to the north. */
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

/** One tile of the other grid, and where three of its corners lie in ours, in pixels. */
export interface Piece {
  x: number;
  y: number;
  corner: Point;
  right: Point;
  below: Point;
}

/** Which tiles of the other grid make up one of ours, and where each is drawn. Neighbours share their corners. */
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

/** The tiles from that which holds the least to that which holds the greatest. */
function covering(values: readonly number[]): number[] {
  const first = Math.floor(Math.min(...values));
  const last = Math.ceil(Math.max(...values)) - 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
