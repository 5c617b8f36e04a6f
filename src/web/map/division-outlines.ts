import outlinesUrl from './basemap/outlines.json?url';

/** TopoJSON written by `tools/basemap`: shared arcs, delta-encoded. */
export interface Outlines {
  transform: { scale: readonly [number, number]; translate: readonly [number, number] };
  arcs: readonly (readonly (readonly number[])[])[];
  objects: { units: { geometries: readonly Outline[] } };
}

interface Outline {
  type: string;
  /** Rings of a polygon, or of each polygon of a multipolygon; a negative number is a reversed arc. */
  arcs?: readonly (readonly number[] | readonly (readonly number[])[])[];
  properties: { code: string };
}

export async function loadOutlines(): Promise<Outlines> {
  const response = await fetch(outlinesUrl);
  if (!response.ok) throw new Error(`${outlinesUrl}: ${response.status}`);
  return (await response.json()) as Outlines;
}

/** Code of the smallest division at a place; undefined at sea and abroad. */
export function divisionAt(outlines: Outlines, longitude: number, latitude: number): string | undefined {
  const { scale, translate } = outlines.transform;
  const [x, y] = [(longitude - translate[0]) / scale[0], (latitude - translate[1]) / scale[1]];
  return outlines.objects.units.geometries.find(({ arcs = [] }) => {
    const used = arcs.flat(2);
    return crossings(outlines, used, x, y) % 2 === 1;
  })?.properties.code;
}

/** Number of borders that a ray to the east crosses: odd means inside. */
function crossings({ arcs }: Outlines, used: readonly number[], x: number, y: number): number {
  let count = 0;
  for (const at of used) {
    // The direction of an arc does not matter for crossings.
    const arc = arcs[at < 0 ? ~at : at] ?? [];
    let [fromX, fromY] = [0, 0];
    for (const [step, [dx = 0, dy = 0]] of arc.entries()) {
      const [toX, toY] = [fromX + dx, fromY + dy];
      const isCrossed = step > 0 && fromY > y !== toY > y;
      if (isCrossed && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) count += 1;
      [fromX, fromY] = [toX, toY];
    }
  }
  return count;
}
