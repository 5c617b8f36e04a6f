import { describe, expect, test } from 'vitest';
import { type Coefficient, correctedValues, matrixProblems, rawValues } from './interference.ts';

const [NO2, O3, SO2] = [1, 2, 3];
const c = (component_id: number, other: number, value: number): Coefficient => ({
  component_id,
  other,
  c: value,
});
const problems = (...all: Coefficient[]) => matrixProblems(all).map(({ problem }) => problem);

describe('a matrix is refused', () => {
  test('where a factor disturbs itself, a coefficient is beyond 2, or stands twice', () => {
    expect(problems(c(NO2, NO2, 0.1))).toEqual(['own_factor']);
    expect(problems(c(NO2, O3, 2.01))).toEqual(['interference_range']);
    expect(problems(c(NO2, O3, Number.NaN))).toEqual(['interference_range']);
    expect(problems(c(NO2, O3, 0.1), c(NO2, O3, 0.2))).toEqual(['repeated']);
    expect(problems(c(NO2, O3, 2), c(NO2, SO2, -2))).toEqual([]);
  });
  test('where two disturb each other too much, at both of them', () => {
    expect(problems(c(NO2, O3, 1), c(O3, NO2, 0.5))).toEqual(['unstable_pair', 'unstable_pair']);
    expect(problems(c(NO2, O3, 1), c(O3, NO2, -0.5))).toEqual(['unstable_pair', 'unstable_pair']);
    expect(problems(c(NO2, O3, 1), c(O3, NO2, 0.49))).toEqual([]);
  });
  test('where a ring of three swings', () => {
    expect(problems(c(NO2, O3, -1), c(O3, SO2, -1), c(SO2, NO2, -1))).toEqual(['unstable_matrix']);
    expect(problems(c(NO2, O3, 0.5), c(O3, SO2, 0.5), c(SO2, NO2, 0.5))).toEqual([]);
  });
});

describe('values', () => {
  const fids = [NO2, O3, SO2];
  const kb = new Map([[NO2, { k: 2, b: 1 }]]);

  test('lose what others add to them, with K and B outside', () => {
    const matrix = [c(NO2, SO2, 0.5)];
    expect(correctedValues(fids, [10, 20, 4], { kb, matrix })).toEqual([2 * (10 - 0.5 * 4) + 1, 20, 4]);
  });
  test('that disturb each other hold together, and lead back to what was measured', () => {
    const matrix = [c(NO2, O3, 0.3), c(O3, NO2, -0.2), c(SO2, NO2, 0.1)];
    const raw = [40, 80, 12];
    const [no2 = 0, o3 = 0, so2 = 0] = correctedValues(fids, raw, { kb, matrix });
    expect(no2).toBeCloseTo(2 * (40 - 0.3 * (o3 ?? 0)) + 1, 9);
    expect(o3).toBeCloseTo(80 + 0.2 * (no2 ?? 0), 9);
    expect(so2).toBeCloseTo(12 - 0.1 * (no2 ?? 0), 9);
    const back = rawValues(fids, [no2, o3, so2], { kb, matrix });
    for (const [i, value] of raw.entries()) expect(back[i]).toBeCloseTo(value, 9);
  });
  test('without the other one keep K and B alone, and none stays none', () => {
    const matrix = [c(NO2, O3, 0.3), c(SO2, 99, 1)];
    expect(correctedValues(fids, [10, null, 4], { kb, matrix })).toEqual([21, null, 4]);
  });
});
