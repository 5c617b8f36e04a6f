import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { divisionAt, type Outlines } from './division-outlines.ts';

/** Two squares that share a border, the right one with a hole. */
const squares: Outlines = {
  transform: { scale: [0.1, 0.1], translate: [100, 30] },
  arcs: [
    [
      [10, 0],
      [0, 10],
    ],
    [
      [10, 10],
      [-10, 0],
      [0, -10],
      [10, 0],
    ],
    [
      [10, 10],
      [10, 0],
      [0, -10],
      [-10, 0],
    ],
    [
      [14, 4],
      [2, 0],
      [0, 2],
      [-2, 0],
      [0, -2],
    ],
  ],
  objects: {
    units: {
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { code: 'left' } },
        { type: 'MultiPolygon', arcs: [[[-1, 2], [3]]], properties: { code: 'right' } },
      ],
    },
  },
};

test.each([
  [100.5, 30.5, 'left'],
  [101.2, 30.5, 'right'],
  [101.5, 30.5, undefined],
  [103, 30.5, undefined],
])('%d, %d lies in %s', (longitude, latitude, code) => {
  expect(divisionAt(squares, longitude, latitude)).toBe(code);
});

describe('the outlines of the product', () => {
  const outlines = JSON.parse(readFileSync('src/web/map/basemap/outlines.json', 'utf8')) as Outlines;
  test.each([
    ['济南市历下区 (泉城广场)', 117.0169, 36.6612, '370102'],
    ['北京市东城区 (天安门)', 116.3913, 39.9075, '110101'],
    ['上海市黄浦区 (人民广场)', 121.4692, 31.2322, '310101'],
    ['拉萨市城关区 (布达拉宫)', 91.1172, 29.6577, '540102'],
    ['the sea', 125, 30, undefined],
    ['Seoul', 126.98, 37.57, undefined],
  ])('%s', (_name, longitude, latitude, code) => {
    expect(divisionAt(outlines, longitude, latitude)).toBe(code);
  });
});
