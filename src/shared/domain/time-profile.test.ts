import { expect, test } from 'vitest';
import { movingMean, profile } from './time-profile.ts';

test('a profile gathers what comes round, without what is missing', () => {
  const [even, odd] = profile([1, 10, 3, null, 5, 30], 2, (step) => step % 2);
  expect(even).toEqual({ n: 3, mean: 3, q1: 2, q3: 4 });
  expect(odd).toEqual({ n: 2, mean: 20, q1: 15, q3: 25 });
});

test('a moving mean covers its width up to each step, and needs half of it', () => {
  expect(movingMean([1, 2, 3, 4, 5], 3)).toEqual([null, 1.5, 2, 3, 4]);
  expect(movingMean([1, 2, 3, 4, 5], 2)).toEqual([1, 1.5, 2.5, 3.5, 4.5]);
  expect(movingMean([1, null, null, null, 5], 3)).toEqual([null, null, null, null, null]);
});

test('a moving mean of 24 hours is that of 24 values', () => {
  const hours = Array.from({ length: 48 }, (_, hour) => (hour < 24 ? 0 : 24));
  const means = movingMean(hours, 24);
  expect(means[23]).toBe(0);
  expect(means[24]).toBe(1);
  expect(means[47]).toBe(24);
});
