import { expect, test } from 'vitest';
import { boxOf, type DivisionBoxes, isWithin } from './division-boxes.ts';

const boxes: DivisionBoxes = {
  320000: [116, 30, 122, 35],
  320600: [120, 31, 122, 33],
  320602: [120.8, 31.9, 121, 32],
  320611: [120.7, 31.9, 120.9, 32.2],
};

test('a division lies in its own box, a merged one in that of its parts, a new one in its city', () => {
  expect(boxOf(boxes, '320600')).toEqual([120, 31, 122, 33]);
  expect(boxOf(boxes, '320613')).toEqual([120.7, 31.9, 121, 32.2]);
  expect(boxOf(boxes, '320699')).toEqual([120, 31, 122, 33]);
  expect(boxOf(boxes, '320700')).toEqual([116, 30, 122, 35]);
  expect(boxOf(boxes, '990000')).toBeUndefined();
});

test('a place is within a box or not', () => {
  expect(isWithin([120, 31, 122, 33], 121, 32)).toBe(true);
  expect(isWithin([120, 31, 122, 33], 119, 32)).toBe(false);
});
