import { formerDivisions } from '#shared/domain/former-divisions.ts';
import boxesUrl from './basemap/divisions.json?url';
import type { MapBounds } from './MapView.tsx';

export type DivisionBoxes = Readonly<Record<string, MapBounds>>;

export async function loadDivisionBoxes(): Promise<DivisionBoxes> {
  const response = await fetch(boxesUrl);
  if (!response.ok) throw new Error(`${boxesUrl}: ${response.status}`);
  return (await response.json()) as DivisionBoxes;
}

/**
 * Bounding box of a division. The boundary data may be older than the list of divisions: a new district uses the boxes
 * of its predecessors, or else its city's.
 */
export function boxOf(boxes: DivisionBoxes, code: string): MapBounds | undefined {
  const own = boxes[code];
  if (own) return own;
  const parts = formerDivisions
    .filter(({ successor }) => successor === code)
    .map((former) => boxes[former.code])
    .filter((box) => box !== undefined);
  if (parts.length > 0) return parts.reduce(around);
  const above = code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
  return above === code ? undefined : boxOf(boxes, above);
}

export function isWithin(
  [west, south, east, north]: MapBounds,
  longitude: number,
  latitude: number,
): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function around(a: MapBounds, b: MapBounds): MapBounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
