import { expect, test } from 'vitest';
import { type SparkPoint, sparkOf } from './spark.ts';

const frame = { from: 0, to: 100, gapMs: 10, width: 106, height: 26 };
const point = (at: number, value: number | null, valid = true): SparkPoint => ({ at, value, valid });

test('values that follow one another are one stroke, from the lowest to the highest', () => {
  const { path, alone, hollow } = sparkOf([point(0, 1), point(10, 3), point(20, 2)], frame);
  expect(path).toBe('M3 23L13 3L23 13');
  expect([alone, hollow]).toEqual([[], []]);
});

test('a gap in time is not bridged', () => {
  const { path } = sparkOf([point(0, 1), point(10, 2), point(50, 2), point(60, 1)], frame);
  expect(path.match(/M/g)).toHaveLength(2);
});

test('a missing value ends the stroke', () => {
  const { path, alone } = sparkOf([point(0, 1), point(5, 2), point(10, null), point(12, 1)], frame);
  expect(path.match(/M/g)).toHaveLength(1);
  expect(alone).toHaveLength(1);
});

test('an invalid value is hollow and no part of a stroke', () => {
  const { path, hollow } = sparkOf(
    [point(0, 1), point(5, 2), point(10, 9, false), point(12, 2), point(15, 1)],
    frame,
  );
  expect(path.match(/M/g)).toHaveLength(2);
  expect(hollow).toEqual([{ x: 13, y: 3 }]);
});

test('a value that never changes runs through the middle, and what is outside the time is left out', () => {
  expect(sparkOf([point(-5, 9), point(0, 4), point(10, 4), point(200, 9)], frame).path).toBe('M3 13L13 13');
});
