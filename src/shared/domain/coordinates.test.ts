import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CoordinateSystem, coordinateSystems, fromWgs84, rounded, toWgs84 } from './coordinates.ts';

/** Values computed with the library gcoord. */
const known: [system: CoordinateSystem, wgs84: [number, number], other: [number, number]][] = [
  ['gcj02', [116.391, 39.907], [116.397241, 39.908401]],
  ['bd09', [116.391, 39.907], [116.403614, 39.914744]],
  ['gcj02', [87.62, 43.83], [87.622854, 43.831206]],
  ['bd09', [109.5, 18.25], [109.51068, 18.254012]],
  ['wgs84', [118.79, 32.07], [118.79, 32.07]],
];
const at = ([longitude, latitude]: [number, number]) => ({ longitude, latitude });

test.each(known)('%s of %j is %j, and back', (system, wgs84, other) => {
  expect(rounded(fromWgs84(at(wgs84), system))).toEqual(at(other));
  const back = toWgs84(at(other), system);
  expect(back.longitude).toBeCloseTo(wgs84[0], 5);
  expect(back.latitude).toBeCloseTo(wgs84[1], 5);
});

test('there and back is within a tenth of a metre all over China', () => {
  const inChina = fc.record({
    longitude: fc.double({ min: 73, max: 136, noNaN: true }),
    latitude: fc.double({ min: 3, max: 54, noNaN: true }),
  });
  fc.assert(
    fc.property(inChina, fc.constantFrom(...coordinateSystems), (place, system) => {
      const back = toWgs84(fromWgs84(place, system), system);
      return (
        Math.abs(back.longitude - place.longitude) < 1e-6 && Math.abs(back.latitude - place.latitude) < 1e-6
      );
    }),
  );
});

test('abroad all systems write the same', () => {
  const paris = { longitude: 2.35, latitude: 48.86 };
  for (const system of coordinateSystems) {
    expect(fromWgs84(paris, system)).toEqual(paris);
    expect(toWgs84(paris, system)).toEqual(paris);
  }
});
