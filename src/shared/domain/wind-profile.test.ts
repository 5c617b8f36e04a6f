import { expect, test } from 'vitest';
import { conditionalShare, polarMeans, rose, sectorsOf } from './wind-profile.ts';

const dirs = [0, 90, 90, null, 180];
const speeds = [1, 2, 0.2, 3, null];

test('calm has no direction, and what is not known has no sector', () => {
  expect(sectorsOf(dirs, speeds)).toEqual([0, 4, -1, undefined, undefined]);
});

test('a rose counts by class of speed', () => {
  const counts = rose(sectorsOf(dirs, speeds), speeds);
  expect([counts[0]?.[0], counts[1]?.[4], counts.flat().reduce((a, b) => a + b)]).toEqual([1, 1, 2]);
});

test('the share of high values is by the sector that they came with, and silent of few', () => {
  const sectors = [...Array<number>(5).fill(0), ...Array<number>(5).fill(8), 4];
  const values = [1, 2, 3, 4, 5, 100, 101, 102, 6, 7, 200];
  const { threshold, share } = conditionalShare(sectors, values, 50);
  expect(threshold).toBe(6);
  expect([share[0], share[8], share[4], share[1]]).toEqual([0, 0.8, null, null]);
});

test('means over direction and speed leave out what lacks either', () => {
  const cells = polarMeans(sectorsOf([0, 0, 0], [1, 1, 2]), [1, 1, 2], [10, 20, null]);
  expect(cells).toEqual([{ sector: 0, speed: 0, mean: 15, n: 2 }]);
});
