import { expect, test } from 'vitest';
import { lagCorrelation, lagCourse } from './lag.ts';

const x = [1, 5, 2, 8, 3, 9, 4, 7];
const later = [0, 0, ...x.slice(0, -2)];

test('a row that repeats another two steps later follows it best at a lag of two', () => {
  const best = lagCourse(x, later, 3).reduce((most, one) => ((one.v ?? -1) > (most.v ?? -1) ? one : most));
  expect(best).toEqual({ lag: 2, v: 1 });
  expect(lagCorrelation('spearman', later, x, -2).v).toBeCloseTo(1, 12);
});
