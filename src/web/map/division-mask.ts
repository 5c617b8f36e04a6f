import type { Map as MapLibre } from 'maplibre-gl';
import type { SurfaceGrid } from '#shared/domain/surface.ts';
import { boxOf, type DivisionBoxes, isWithin } from './division-boxes.ts';
import { flooded } from './flood.ts';

/** Tolerance in degrees between outline and box: both are simplified. */
const slack = 0.02;

/**
 * Mask of the cells inside a province or city, from the borders drawn by the bundled map. `places` are the seeds of the
 * flood fill. With other tiles, or zoomed out too far for its borders, the mask is the division's box.
 */
export function divisionMask(
  map: MapLibre,
  { lons, lats }: SurfaceGrid,
  boxes: DivisionBoxes,
  code: string,
  places: readonly (readonly [lon: number, lat: number])[],
): Uint8Array | undefined {
  const box = boxOf(boxes, code);
  if (!box) return undefined;
  const [west, south, east, north] = box;
  const wide: typeof box = [west - slack, south - slack, east + slack, north + slack];
  const [width, height] = [lons.length, lats.length];
  const inBox = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (isWithin(wide, lons[column] ?? 0, lats[row] ?? 0)) inBox[row * width + column] = 1;
  const layers = code.endsWith('0000') ? ['nation', 'province'] : ['nation', 'province', 'city'];
  const border = map.getSource('china') && drawnLines(map, layers, { lons, lats });
  if (!border?.some((cell) => cell === 1)) return inBox;
  const cellOf = ([lon, lat]: readonly [number, number]) => {
    const column = indexNear(lons, lon);
    const row = indexNear(lats, lat);
    return column < 0 || row < 0 ? -1 : row * width + column;
  };
  const area = flooded(border, width, height, places.map(cellOf));
  if (!area.some((cell) => cell === 1)) return inBox;
  return area.map((cell, i) => cell & (inBox[i] ?? 0));
}

/** Index of the nearest value; -1 if outside. Grid values are almost evenly spaced. */
function indexNear(values: Float64Array, value: number): number {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const share = (value - first) / (last - first);
  if (!(share >= 0 && share <= 1)) return -1;
  let best = Math.round(share * (values.length - 1));
  const away = (i: number) => Math.abs((values[i] ?? Number.POSITIVE_INFINITY) - value);
  while (away(best - 1) < away(best)) best -= 1;
  while (away(best + 1) < away(best)) best += 1;
  return best;
}

function drawnLines(map: MapLibre, layers: readonly string[], { lons, lats }: SurfaceGrid) {
  const canvas = new OffscreenCanvas(lons.length, lats.length);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const [west = 0, east = 1] = [lons[0], lons.at(-1)];
  const [north = 1, south = 0] = [lats[0], lats.at(-1)];
  if (!pen) return undefined;
  // The rows are spaced like latitudes on the screen, so pixels scale linearly.
  const [top, bottom] = [map.project([west, north]), map.project([east, south])];
  const at = ([lon = 0, lat = 0]: readonly number[]) => {
    const { x, y } = map.project([lon, lat]);
    return [
      ((x - top.x) / (bottom.x - top.x)) * (lons.length - 1) + 0.5,
      ((y - top.y) / (bottom.y - top.y)) * (lats.length - 1) + 0.5,
    ] as const;
  };
  pen.lineWidth = 1.5;
  for (const sourceLayer of layers)
    for (const { geometry } of map.querySourceFeatures('china', { sourceLayer })) {
      const lines =
        geometry.type === 'LineString'
          ? [geometry.coordinates]
          : geometry.type === 'MultiLineString'
            ? geometry.coordinates
            : [];
      for (const line of lines) {
        pen.beginPath();
        for (const [i, place] of line.entries()) {
          if (i === 0) pen.moveTo(...at(place));
          else pen.lineTo(...at(place));
        }
        pen.stroke();
      }
    }
  const { data } = pen.getImageData(0, 0, lons.length, lats.length);
  return Uint8Array.from({ length: lons.length * lats.length }, (_, i) =>
    (data[i * 4 + 3] ?? 0) > 96 ? 1 : 0,
  );
}
