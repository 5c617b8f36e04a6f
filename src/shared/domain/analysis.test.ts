import { describe, expect, test } from 'vitest';
import { fitLine, pearson, robustScores, spearman } from './correlation.ts';
import { distanceKm, idw } from './interpolation.ts';
import { qualityCheck } from './quality-checks.ts';
import { windRose } from './wind-rose.ts';

describe('a fitted line', () => {
  test('goes through points on a line, without those that lack a value', () => {
    expect(fitLine([1, 2, null, 4], [3, 5, 9, 9])).toEqual({ k: 2, b: 1, r2: 1, rmse: 0, n: 3 });
  });
  test('does not exist for one point or a constant x, and has no r2 for a constant y', () => {
    expect(fitLine([1], [2])).toMatchObject({ k: null, n: 1 });
    expect(fitLine([2, 2], [1, 3])).toMatchObject({ k: null, r2: null, n: 2 });
    expect(fitLine([1, 2, 3], [0.1, 0.1, 0.1])).toMatchObject({ k: 0, r2: null, n: 3 });
  });
});

test('ranks follow any shape that rises, equal values share theirs', () => {
  expect(spearman([1, 2, 3, 4], [1, 8, 27, 64]).v).toBeCloseTo(1, 12);
  expect(spearman([1, 2, 2, 3], [1, 2, 3, 4]).v).toBeCloseTo(0.9486833, 6);
  expect(pearson([1, 2, 3], [3, 2, 1]).v).toBeCloseTo(-1, 12);
  expect(pearson([1, 2], [3, 4])).toEqual({ v: null, n: 2 });
  expect(pearson([1, 1, 1], [3, 4, 5])).toEqual({ v: null, n: 3 });
});

test('a rose counts calm apart, and north from 348.75 up to 11.25', () => {
  const rose = windRose([348.75, 11.25, 360, null, 90], [1, 1, 1, 0.1, null], [10, 20, null, 5, 5], 0.5);
  expect(rose.calm).toBe(1);
  expect(rose.n.slice(0, 3)).toEqual([2, 1, 0]);
  expect(rose.mean.slice(0, 3)).toEqual([10, 20, null]);
});

test('between two points the value is between theirs, at one it is that one, and far away none', () => {
  const points = [
    [120, 30, 10],
    [120.2, 30, 30],
    [120.1, 30, null],
  ] as const;
  const options = { power: 2, radius_km: 50, least: 2 };
  expect(idw(points, [120.1, 30], options)).toBeCloseTo(20, 9);
  expect(idw(points, [120, 30], options)).toBe(10);
  expect(idw(points, [121, 30], options)).toBeNull();
  expect(distanceKm(0, 0, 0, 1)).toBeCloseTo(111.195, 3);
});

test('a point on the edge of the radius takes part, whatever the rounding of its distance', () => {
  for (let degrees = 0.1; degrees < 1; degrees += 0.1) {
    const options = { power: 2, radius_km: (6371.0088 * degrees * Math.PI) / 180, least: 1 };
    expect(idw([[120, 30 + degrees, 8]], [120, 30], options)).toBeCloseTo(8, 9);
    expect(idw([[120, 30 + degrees + 1e-6, 7]], [120, 30], options)).toBeNull();
  }
});

test('robust scores are about the median', () => {
  expect(robustScores([1, 2, null, 3, 4, 100])).toMatchObject({ median: 3, mad: 1 });
  expect(robustScores([1, 2, null, 3, 4, 100]).z[5]).toBeCloseTo(65.4265, 4);
  expect(robustScores([5, 5, 5]).z).toEqual([null, null, null]);
  expect(robustScores([])).toEqual({ median: null, mad: null, z: [] });
});

test.each([
  [
    { kind: 'zero', factor: 'TP', measured: 0.0205, standard: 0 },
    { v: 0.02, pass: true },
  ],
  [
    { kind: 'zero', factor: 'NH3N', measured: 0.21, standard: 0 },
    { v: 0.21, pass: false },
  ],
  [
    { kind: 'span', measured: 11, standard: 10 },
    { v: 10, pass: true },
  ],
  [
    { kind: 'standard', measured: 1, standard: 0 },
    { v: null, pass: null },
  ],
  [
    { kind: 'zero_drift', today: 2.6, previous: 0, span: 50 },
    { v: 5.2, pass: false },
  ],
  [
    { kind: 'span_drift', today: 45, previous: 50, span: 50 },
    { v: -10, pass: true },
  ],
  [
    { kind: 'spike', before: 1, after: 2, volume_before: 90, volume_added: 10, concentration_added: 11 },
    { v: 100, pass: true },
  ],
  [
    { kind: 'parallel', a: 9, b: 11 },
    { v: 10, pass: true },
  ],
  [
    { kind: 'parallel', a: 0, b: 0 },
    { v: null, pass: null },
  ],
] as const)('the quality check %j comes to %j', (check, result) => {
  expect(qualityCheck(check)).toEqual(result);
});
