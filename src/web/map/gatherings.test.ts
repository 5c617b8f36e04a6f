import { expect, test } from 'vitest';
import { aloneFrom, Gatherings, worldPixels, worldPlace } from './gatherings.ts';

const near = [worldPlace(118.79, 32.07), worldPlace(118.8, 32.07), worldPlace(118.79, 32.08)];
const far = worldPlace(87.62, 43.83);

test('the map is as wide as the globe, and ends where north is a square', () => {
  expect(worldPlace(-180, 0)).toEqual({ x: 0, y: 0.5 });
  expect(worldPlace(0, 85.0511287798066).y).toBeCloseTo(0);
});

test('stations that stand close are gathered in their middle, others stand alone', () => {
  const [first, second, ...others] = new Gatherings([...near, far]).at(5);
  expect(others).toEqual([]);
  expect(first?.members.toSorted()).toEqual([0, 1, 2]);
  expect(first?.x).toBeCloseTo(((near[0]?.x ?? 0) * 2 + (near[1]?.x ?? 0)) / 3);
  expect(second).toEqual({ ...far, members: [3] });
});

test('from near by every station stands for itself, but for those that share a place', () => {
  const gatherings = new Gatherings([...near, near[0] ?? far]);
  expect(gatherings.at(aloneFrom + 3).map(({ members }) => members)).toEqual([[0, 3], [1], [2]]);
});

test('every station is in one gathering, and no two gatherings lie in one another', () => {
  const places = Array.from({ length: 3000 }, (_, i) =>
    worldPlace(100 + ((i * 37) % 190) / 10, 24 + ((i * 91) % 170) / 10),
  );
  const groups = new Gatherings(places).at(4);
  expect(groups.flatMap(({ members }) => members).toSorted((a, b) => a - b)).toEqual([...places.keys()]);
  const pixels = worldPixels * 2 ** 4;
  const closest = groups.map(({ x, y }, i) =>
    Math.min(...groups.map((other, j) => (i === j ? 999 : Math.hypot(other.x - x, other.y - y) * pixels))),
  );
  expect(Math.min(...closest)).toBeGreaterThan(8);
});
