import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circularMean, windSector, windSectors } from './wind.ts';

describe('wind sectors', () => {
  test.each([
    [0, 'N', '北'],
    [360, 'N', '北'],
    [348.75, 'N', '北'],
    [348.74, 'NNW', '北西北'],
    [11.24, 'N', '北'],
    [11.25, 'NNE', '北东北'],
    [45, 'NE', '东北'],
    [67.5, 'ENE', '东东北'],
    [90, 'E', '东'],
    [135, 'SE', '东南'],
    [180, 'S', '南'],
    [202.5, 'SSW', '南西南'],
    [270, 'W', '西'],
    [315, 'NW', '西北'],
    [-90, 'W', '西'],
    [-1e-20, 'N', '北'],
    [730, 'N', '北'],
  ])('%d° is %s', (degrees, en, zh) => expect(windSector(degrees)).toMatchObject({ en, zh }));

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])('%s has no sector', (degrees) =>
    expect(windSector(degrees)).toBeUndefined(),
  );

  test('there are sixteen, 22.5° apart, and each middle lies in its own', () => {
    expect(windSectors).toHaveLength(16);
    expect(new Set(windSectors.map(({ zh }) => zh)).size).toBe(16);
    for (const sector of windSectors) expect(windSector(sector.degrees)).toBe(sector);
  });

  test('no direction is further than half a sector from the middle of its sector', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 360, noNaN: true }), (degrees) => {
        const apart = Math.abs(degrees - (windSector(degrees)?.degrees ?? Number.NaN));
        expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(11.25);
      }),
    );
  });
});

describe('circular mean', () => {
  test.each([
    [[350, 10], 0],
    [[10, 350], 0],
    [[90], 90],
    [[0, 90], 45],
    [[355, 5, 15], 5],
    [[270, 0], 315],
    [[360, 720], 0],
    [[-10, -20], 345],
  ])('of %j is %d', (directions, mean) => expect(circularMean(directions)).toBeCloseTo(mean, 6));

  test.each([[[]], [[0, 180]], [[0, 120, 240]], [[Number.NaN]], [[10, Number.POSITIVE_INFINITY]]])(
    'of %j does not exist',
    (directions) => expect(circularMean(directions)).toBeUndefined(),
  );

  test('one direction, however often, is its own mean', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3599 }), fc.integer({ min: 1, max: 60 }), (tenths, times) => {
        expect(circularMean(Array(times).fill(tenths / 10))).toBeCloseTo(tenths / 10, 6);
      }),
    );
  });

  test('it turns with the directions and stays below 360', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 1, max: 89 }), (middle, spread) => {
        const mean = circularMean([middle - spread, middle, middle + spread]) ?? Number.NaN;
        expect(mean).toBeGreaterThanOrEqual(0);
        expect(mean).toBeLessThan(360);
        expect(mean).toBeCloseTo(middle, 6);
      }),
    );
  });
});
