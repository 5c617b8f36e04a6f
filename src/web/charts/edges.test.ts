import { expect, test } from 'vitest';
import { atEdges, extentOf } from './edges.ts';

const course = { times: [1, 2, 3], low: [10, 900, 30], doubtful: [1] };

test('what does not count does not drive the axis', () => {
  expect(extentOf([course])).toEqual({ low: 10, high: 30 });
  expect(extentOf([{ ...course, doubtful: [0, 1, 2] }])).toBeUndefined();
});

test('a value far beyond those that count stands at the edge, one close to them at its place', () => {
  const hollow = Float64Array.from([1, 900, 2, 33, 3, -50]);
  expect(atEdges(hollow, { low: 10, high: 30 })).toEqual({
    inside: Float64Array.from([2, 33]),
    beyond: [
      { time: 1, value: 900, side: 'high' },
      { time: 3, value: -50, side: 'low' },
    ],
  });
});

test('where nothing counts, all of it is drawn at its place', () => {
  const hollow = Float64Array.from([1, 900]);
  expect(atEdges(hollow, undefined)).toEqual({ inside: hollow, beyond: [] });
});
