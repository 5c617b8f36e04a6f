import { expect, test } from 'vitest';
import { heldPlace, shownPlace } from './place-entry.ts';

const stored = { longitude: 118.79, latitude: 32.07 };
const onPublishedMaps = { longitude: 118.795196, latitude: 32.067932 };

test('a stored place is shown in the system that is chosen', () => {
  expect(shownPlace(stored, { system: 'wgs84' })).toEqual(stored);
  expect(shownPlace(stored, { system: 'gcj02' })).toEqual(onPublishedMaps);
});

test('what is typed in another system is held as WGS-84, and stands there as it was typed', () => {
  const typed = { longitude: 118.7952, latitude: 32.0679 };
  const held = heldPlace(typed, 'gcj02');
  expect(held.longitude).toBeCloseTo(stored.longitude, 4);
  expect(held.latitude).toBeCloseTo(stored.latitude, 4);
  expect(shownPlace(held, { system: 'gcj02', typed })).toEqual(typed);
});

test('half a place is held as it is written, until the other half comes', () => {
  expect(heldPlace({ longitude: 118.7952 }, 'gcj02')).toEqual({ longitude: 118.7952 });
  expect(shownPlace({ longitude: 118.7952, latitude: null }, { system: 'gcj02' })).toEqual({
    longitude: 118.7952,
    latitude: null,
  });
});

test('a place that the map gave meanwhile is shown, not what was typed before', () => {
  const typed = { longitude: 1, latitude: 2 };
  expect(shownPlace(stored, { system: 'gcj02', typed })).toEqual(onPublishedMaps);
});
