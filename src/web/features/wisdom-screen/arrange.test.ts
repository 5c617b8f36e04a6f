import { expect, test } from 'vitest';
import { builtInLayout, type WallTile } from '#shared/contract/wisdom-screen/layout.ts';
import { moved, placed, placeOf, tilesInOrder } from './arrange.ts';

const layout: { left_tiles: WallTile[]; right_tiles: WallTile[] } = {
  left_tiles: ['orders', 'online'],
  right_tiles: ['cities'],
};

test('a tile goes to the end of a side and leaves the other', () => {
  const next = placed(layout, 'orders', 'right');
  expect(next).toEqual({ left_tiles: ['online'], right_tiles: ['cities', 'orders'] });
  expect(placeOf(placed(next, 'orders', 'none'), 'orders')).toBe('none');
});

test('a tile moves within its side only', () => {
  expect(moved(layout, 'online', -1)?.left_tiles).toEqual(['online', 'orders']);
  expect(moved(layout, 'orders', -1)).toBeUndefined();
  expect(moved(layout, 'cities', 1)).toBeUndefined();
  expect(moved(layout, 'water', 1)).toBeUndefined();
});

test('every tile is listed once', () => {
  const all = tilesInOrder(builtInLayout as typeof layout);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('water');
});
