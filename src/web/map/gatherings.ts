/** Position on the world map, from 0 in the north-western corner to 1. */
export interface WorldPlace {
  x: number;
  y: number;
}

/** Size of the world map at zoom 0. */
export const worldPixels = 512;

/** Web Mercator projection (EPSG:3857). */
export function worldPlace(longitude: number, latitude: number): WorldPlace {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** A cluster of stations that are too close to be drawn one by one. */
export interface Gathering extends WorldPlace {
  /** Indexes into the list of stations. */
  members: number[];
}

/** Cluster radius in pixels. */
const radius = 48;
/** About one metre, as a fraction of the world map. */
const samePlace = 3e-8;
/** From this zoom on only stations at the same place are clustered. */
export const aloneFrom = 12;

/** Clusters per zoom level, computed on first use. */
export class Gatherings {
  private readonly places: readonly WorldPlace[];
  private readonly known = new Map<number, readonly Gathering[]>();

  constructor(places: readonly WorldPlace[]) {
    this.places = places;
  }

  at(zoom: number): readonly Gathering[] {
    const level = Math.min(aloneFrom, Math.floor(zoom));
    const known = this.known.get(level);
    if (known) return known;
    const reach = level === aloneFrom ? samePlace : radius / (worldPixels * 2 ** level);
    const made = gathered(this.places, reach);
    this.known.set(level, made);
    return made;
  }
}

/** Greedy clustering: each free station takes the free ones around it; the cluster is at their centre. */
function gathered(places: readonly WorldPlace[], reach: number): Gathering[] {
  const cells = new Map<string, number[]>();
  const cellOf = ({ x, y }: WorldPlace) => [Math.floor(x / reach), Math.floor(y / reach)] as const;
  for (const [i, place] of places.entries()) {
    const key = cellOf(place).join();
    const cell = cells.get(key);
    if (cell) cell.push(i);
    else cells.set(key, [i]);
  }
  const taken = new Uint8Array(places.length);
  return places.flatMap((place, first) => {
    if (taken[first]) return [];
    const members: number[] = [];
    const [column, row] = cellOf(place);
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        for (const member of cells.get([column + dx, row + dy].join()) ?? []) {
          const other = places[member];
          if (taken[member] || !other || Math.hypot(other.x - place.x, other.y - place.y) > reach) continue;
          taken[member] = 1;
          members.push(member);
        }
      }
    }
    const middle = (of: 'x' | 'y') =>
      members.reduce((sum, member) => sum + (places[member]?.[of] ?? 0), 0) / members.length;
    return [{ x: middle('x'), y: middle('y'), members }];
  });
}
