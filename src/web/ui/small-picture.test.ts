import { expect, test } from 'vitest';
import { fitted } from './small-picture.ts';

const logo = { width: 320, height: 64, fill: false };
const portrait = { width: 128, height: 128, fill: true };

test('a logo is made small as a whole, and never enlarged', () => {
  expect(fitted(640, 64, logo).sheet).toEqual({ width: 320, height: 32 });
  expect(fitted(100, 200, logo).sheet).toEqual({ width: 32, height: 64 });
  expect(fitted(20, 20, logo).sheet).toEqual({ width: 20, height: 20 });
});

test('a portrait is cut to a square around its middle', () => {
  expect(fitted(400, 200, portrait)).toEqual({
    sheet: { width: 128, height: 128 },
    drawn: { width: 256, height: 128, x: -64, y: 0 },
  });
  expect(fitted(64, 100, portrait).sheet).toEqual({ width: 64, height: 100 });
});
