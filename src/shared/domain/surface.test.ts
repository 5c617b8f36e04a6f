import { expect, test } from 'vitest';
import { idw } from './interpolation.ts';
import { surfaceOf, surfaceWeights } from './surface.ts';

const lons = Float64Array.from({ length: 20 }, (_, i) => 117 + i * 0.05);
const lats = Float64Array.from({ length: 16 }, (_, i) => 37 - i * 0.05);
const grid = { lons, lats };
const points = Array.from({ length: 30 }, (_, i): [number, number] => [
  117 + ((i * 37) % 100) / 100,
  36.2 + ((i * 53) % 80) / 100,
]);
const values = Float32Array.from(points, (_, i) => (i % 7 === 3 ? Number.NaN : 20 + ((i * 29) % 90)));
const options = { power: 2, radius_km: 20 };

test('each cell is what the interpolation of one place says, missing values left out', () => {
  const surface = surfaceOf(surfaceWeights(grid, points, options), values, 2);
  const known = points.map(([lon, lat], i): [number, number, number | null] => {
    const value = values[i] ?? Number.NaN;
    return [lon, lat, Number.isNaN(value) ? null : value];
  });
  let compared = 0;
  for (const [row, lat] of lats.entries())
    for (const [column, lon] of lons.entries()) {
      const cell = surface[row * lons.length + column] ?? Number.NaN;
      const exact = idw(known, [lon, lat], { ...options, least: 2 });
      // At the edge of the radius, distances on the plane and on the sphere may include different stations.
      if (Number.isNaN(cell) || exact === null) continue;
      compared += 1;
      expect(Math.abs(cell - exact)).toBeLessThan(exact * 0.05);
    }
  expect(compared).toBeGreaterThan(200);
});

test('nothing is said far from stations, of too few of them, or outside of the mask', () => {
  const one: [number, number][] = [[117, 37]];
  const value = Float32Array.of(50);
  const alone = surfaceOf(surfaceWeights(grid, one, options), value, 1);
  expect(alone[0]).toBeCloseTo(50);
  expect(alone.at(-1)).toBeNaN();
  expect(surfaceOf(surfaceWeights(grid, one, options), value, 2).every(Number.isNaN)).toBe(true);
  const mask = new Uint8Array(lons.length * lats.length);
  expect(surfaceOf(surfaceWeights(grid, one, options, mask), value, 1).every(Number.isNaN)).toBe(true);
});
