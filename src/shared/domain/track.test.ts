import { expect, test } from 'vitest';
import { MINUTE_MS } from './time-units.ts';
import { gridMeans, speedsOf, stopsOf, type TrackPoint, ways } from './track.ts';

/** One point a minute; a degree of latitude is 111.2 km. */
const drive = (places: readonly (readonly [lon: number, lat: number, minute?: number])[]): TrackPoint[] =>
  places.map(([longitude, latitude, minute], i) => ({ at: (minute ?? i) * MINUTE_MS, longitude, latitude }));

test('a long silence parts a track in two ways', () => {
  const points = drive([
    [117, 36, 0],
    [117.01, 36, 1],
    [117.02, 36, 2],
    [117.2, 36, 30],
    [117.21, 36, 31],
  ]);
  expect(ways(points)).toEqual([
    { first: 0, last: 2 },
    { first: 3, last: 4 },
  ]);
  const speeds = speedsOf(points);
  expect(speeds[0]).toBeNull();
  expect(speeds[3]).toBeNull();
  expect(speeds[1]).toBeCloseTo(0.01 * 111.195 * Math.cos((36 * Math.PI) / 180) * 60, 1);
});

test('a stop is found with its middle, its beginning and its end, however the receiver wavers', () => {
  const wavering = [0, 1, -1, 0.5, 0, -0.5].map((step): [number, number] => [117.1 + step * 1e-4, 36.1]);
  const points = drive([[117, 36], [117.05, 36.05], ...wavering, [117.15, 36.15], [117.2, 36.2]]);
  const stops = stopsOf(points, { radius_km: 0.05, least_ms: 5 * MINUTE_MS });
  expect(stops).toHaveLength(1);
  expect(stops[0]).toMatchObject({ from: 2 * MINUTE_MS, to: 7 * MINUTE_MS, first: 2, last: 7 });
  expect(stops[0]?.longitude).toBeCloseTo(117.1, 4);
});

test('a red light is no stop, and neither is a place before and after a gap', () => {
  const options = { radius_km: 0.05, least_ms: 5 * MINUTE_MS };
  expect(
    stopsOf(
      drive([
        [117, 36],
        [117, 36],
        [117.1, 36],
      ]),
      options,
    ),
  ).toEqual([]);
  const gap = drive([
    [117, 36, 0],
    [117, 36, 1],
    [117, 36, 40],
    [117, 36, 41],
  ]);
  expect(stopsOf(gap, options)).toEqual([]);
});

test('a square has the mean of what was measured in it', () => {
  const points = drive([
    [117.0001, 36.0001],
    [117.0002, 36.0002],
    [117.05, 36.05],
    [117.1, 36.1],
  ]).map((point, i) => ({ ...point, value: [10, 20, 30, null][i] ?? null }));
  const cells = gridMeans(points, 0.5);
  expect(cells.map(({ mean, n }) => [mean, n])).toEqual([
    [15, 2],
    [30, 1],
  ]);
  expect(gridMeans([], 0.5)).toEqual([]);
});
