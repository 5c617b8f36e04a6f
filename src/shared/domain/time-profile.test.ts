import { expect, test } from 'vitest';
import { movingMean, profile } from './time-profile.ts';

test('a profile gathers what comes round, without what is missing', () => {
  const [even, odd] = profile([1, 10, 3, null, 5, 30], 2, (step) => step % 2);
  expect(even).toEqual({ n: 3, mean: 3, q1: 2, q3: 4 });
  expect(odd).toEqual({ n: 2, mean: 20, q1: 15, q3: 25 });
});

test('a moving mean rests on at least half of its steps', () => {
  expect(movingMean([1, 2, 3, 4, 5], 3)).toEqual([1.5, 2, 3, 4, 4.5]);
  expect(movingMean([1, null, null, null, 5], 3)).toEqual([null, null, null, null, null]);
});
