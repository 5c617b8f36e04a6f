import { type WallLayout, type WallTile, wallTiles } from '#shared/contract/wisdom-screen/layout.ts';

export type Place = 'left' | 'right' | 'none';
type Sides = Pick<WallLayout, 'left_tiles' | 'right_tiles'>;

export function placeOf({ left_tiles, right_tiles }: Sides, tile: WallTile): Place {
  if (left_tiles.includes(tile)) return 'left';
  return right_tiles.includes(tile) ? 'right' : 'none';
}

/** Left tiles, right tiles, then hidden ones. */
export function tilesInOrder({ left_tiles, right_tiles }: Sides): WallTile[] {
  const shown = [...left_tiles, ...right_tiles];
  return [...shown, ...wallTiles.filter((tile) => !shown.includes(tile))];
}

/** Appends the tile to a side, or hides it. */
export function placed<L extends Sides>(layout: L, tile: WallTile, place: Place): L {
  const without = (tiles: readonly WallTile[]) => tiles.filter((one) => one !== tile);
  const [left, right] = [without(layout.left_tiles), without(layout.right_tiles)];
  return {
    ...layout,
    left_tiles: place === 'left' ? [...left, tile] : left,
    right_tiles: place === 'right' ? [...right, tile] : right,
  };
}

/** Moves a tile by one place on its side; undefined at the ends. */
export function moved<L extends Sides>(layout: L, tile: WallTile, by: 1 | -1): L | undefined {
  const place = placeOf(layout, tile);
  if (place === 'none') return undefined;
  const key = place === 'left' ? 'left_tiles' : 'right_tiles';
  const tiles = [...layout[key]];
  const from = tiles.indexOf(tile);
  const other = tiles[from + by];
  if (other === undefined) return undefined;
  tiles[from + by] = tile;
  tiles[from] = other;
  return { ...layout, [key]: tiles };
}
