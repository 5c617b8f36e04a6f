import { expect, test } from 'vitest';
import { type ChartCourse, nearestPlace, strokesOf, usualStep } from './strokes.ts';

const course = (low: (number | null)[], more: Partial<ChartCourse> = {}): ChartCourse => ({
  times: low.map((_, i) => i * 10),
  low,
  doubtful: [],
  ...more,
});

test('values side by side are one stroke', () => {
  expect([...strokesOf(course([1, 2, 3])).line]).toEqual([0, 1, 10, 2, 20, 3, 20, Number.NaN]);
});

test('what is missing ends the stroke, whether as nothing or as a longer time', () => {
  const missing = strokesOf(course([1, 2, null, 4, 5]));
  expect([...missing.line]).toEqual([0, 1, 10, 2, 10, Number.NaN, 30, 4, 40, 5, 40, Number.NaN]);
  const late = strokesOf(course([1, 2, 3, 4], { times: [0, 10, 90, 100] }));
  expect([...late.line]).toEqual([0, 1, 10, 2, 10, Number.NaN, 90, 3, 100, 4, 100, Number.NaN]);
});

test('a site that measures every four hours has no gaps for that', () => {
  const sparse = course([1, null, null, null, 2, null, null, null, 3]);
  expect(usualStep(sparse)).toBe(40);
  expect([...strokesOf(sparse).line]).toEqual([0, 1, 40, 2, 80, 3, 80, Number.NaN]);
});

test('what does not count is hollow, and no line leads through it', () => {
  const { line, hollow, alone } = strokesOf(course([1, 2, 9, 4], { doubtful: [2] }));
  expect([...line]).toEqual([0, 1, 10, 2, 10, Number.NaN]);
  expect([...hollow]).toEqual([20, 9]);
  expect([...alone]).toEqual([30, 4]);
});

test('a stretch is crossed from its nearer end, so that both extremes are met', () => {
  const { line } = strokesOf(course([1, 6], { high: [5, 9] }));
  expect([...line]).toEqual([0, 1, 0, 5, 10, 6, 10, 9, 10, Number.NaN]);
  const falling = strokesOf(course([7, 1], { high: [9, 6] }));
  expect([...falling.line]).toEqual([0, 7, 0, 9, 10, 6, 10, 1, 10, Number.NaN]);
});

test('stretches of one value and of two are no gaps; one that is missing between them is', () => {
  const uneven = { low: [1, 1, 1, 1], doubtful: [], times: [0, 10, 30, 40], ends: [0, 20, 30, 50] };
  expect(strokesOf(uneven).line).toHaveLength(10);
  const missing = strokesOf({ ...uneven, times: [0, 10, 40, 50], ends: [0, 20, 40, 60] });
  expect([...missing.line]).toEqual([0, 1, 10, 1, 10, Number.NaN, 40, 1, 50, 1, 50, Number.NaN]);
});

test('the nearest value is found', () => {
  expect([-5, 4, 6, 14, 99].map((at) => nearestPlace([0, 10, 20], at))).toEqual([0, 0, 1, 1, 2]);
  expect(nearestPlace([7], 3)).toBe(0);
  expect(nearestPlace([], 3)).toBe(-1);
});
