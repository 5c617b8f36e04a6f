import { expect, test } from 'vitest';
import { readMapAddress, viewText } from './map-address.ts';

test('a link shows the map as it was: place, style, layers and wind', () => {
  const view = { longitude: 116.39712, latitude: 39.98211, zoom: 9.5 };
  const params = new URLSearchParams({ at: viewText(view), map: 'satellite', layers: 'water', wind: '1' });
  expect(readMapAddress(params)).toEqual({
    view: { longitude: 116.3971, latitude: 39.9821, zoom: 9.5 },
    type: 'satellite',
    layers: ['water'],
    winds: true,
  });
});

test('what makes no sense is left out', () => {
  const params = new URLSearchParams({ at: '500,1,2', map: 'paper', layers: 'fire' });
  expect(readMapAddress(params)).toEqual({
    view: undefined,
    type: undefined,
    layers: ['air', 'water'],
    winds: false,
  });
});
