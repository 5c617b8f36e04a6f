import { expect, test } from 'vitest';
import { toWgs84 } from '#shared/domain/coordinates.ts';
import { baiduMetres, type Piece, piecesOf, placeOf, tileGrids, worldOf } from './tile-grids.ts';

const METRES_ROUND = 40_075_017;
const SIZE = 256;
/** Pixels. Baidu's offset varies by forty metres over some kilometres; tiles are transformed linearly. */
const CLOSE = 2;
const { gcj02, bd09 } = tileGrids;
const beijing = { longitude: 116.391, latitude: 39.907 };

test('tiles of China are shifted by some hundreds of metres, tiles elsewhere not at all', () => {
  const [x, y] = worldOf(beijing).map((part) => part * 2 ** 14) as [number, number];
  const [left, top] = gcj02.at(beijing, 14);
  const metres = (METRES_ROUND / 2 ** 14) * Math.cos((39.9 * Math.PI) / 180);
  const moved = Math.hypot(left - x, top - y) * metres;
  expect(moved).toBeGreaterThan(300);
  expect(moved).toBeLessThan(800);
  // East and slightly north, like GCJ-02 there.
  expect(left).toBeGreaterThan(x);
  expect(top).toBeLessThan(y);
  const [piece, ...others] = piecesOf(gcj02, 14, 8000, 5000, SIZE);
  expect(others).toEqual([]);
  expect(piece).toMatchObject({ x: 8000, y: 5000 });
  expect(piece?.right[0]).toBeCloseTo(SIZE, 5);
  expect(piece?.below[1]).toBeCloseTo(SIZE, 5);
});

test("Baidu's metres are those of its own example, and its tile of Tiananmen is the one it serves", () => {
  const tiananmen = toWgs84({ longitude: 116.404, latitude: 39.915 }, 'bd09');
  const [east, north] = baiduMetres(tiananmen);
  expect(east).toBeCloseTo(12_958_175, 0);
  expect(Math.abs(north - 4_825_923.77)).toBeLessThan(0.1);
  const [x, y] = bd09.at(tiananmen, 18);
  expect(bd09.named(Math.floor(x), Math.floor(y), 18)).toEqual([50_617, 18_851]);
});

test.each(['gcj02', 'bd09'] as const)('a place found in the grid of %s is found back', (datum) => {
  const grid = tileGrids[datum];
  for (const place of [beijing, { longitude: 87.6, latitude: 43.8 }, { longitude: 2.35, latitude: 48.86 }]) {
    const [x, y] = grid.at(place, 15);
    const back = grid.placeOf(x, y, 15);
    expect(back.longitude).toBeCloseTo(place.longitude, 7);
    expect(back.latitude).toBeCloseTo(place.latitude, 7);
  }
});

test.each(['gcj02', 'bd09'] as const)(
  'a tile made of those of %s is full, and each place in it is where it belongs',
  (datum) => {
    const grid = tileGrids[datum];
    for (const z of [3, 5, 8, 12, 16, 18]) {
      const count = 2 ** z;
      const [x, y] = worldOf(beijing).map((part) => Math.floor(part * count)) as [number, number];
      const pieces = piecesOf(grid, z, x, y, SIZE);
      for (const [across, down] of [0.01, 0.5, 0.99].flatMap((a) =>
        [0.01, 0.5, 0.99].map((b) => [a, b] as const),
      )) {
        const [gridX, gridY] = grid.at(placeOf((x + across) / count, (y + down) / count), grid.zoomOf(z));
        const piece = pieces.find(
          (one) => one.x === Math.floor(gridX) && one.y === Math.floor(gridY),
        ) as Piece;
        expect(piece, `${datum} ${z}`).toBeDefined();
        const { corner, right, below } = piece;
        const [atX, atY] = ([0, 1] as const).map(
          (axis) =>
            corner[axis] +
            (gridX - piece.x) * (right[axis] - corner[axis]) +
            (gridY - piece.y) * (below[axis] - corner[axis]),
        ) as [number, number];
        const off = Math.hypot(atX - across * SIZE, atY - down * SIZE);
        expect(off, `${datum} ${z}`).toBeLessThan(CLOSE);
      }
    }
  },
);

test('there are no tiles beyond the poles, and the world goes round', () => {
  expect(gcj02.named(-1, 3, 3)).toEqual([7, 3]);
  expect(gcj02.named(0, -1, 3)).toBeUndefined();
  expect(gcj02.named(0, 8, 3)).toBeUndefined();
});
