import { expect, test } from 'vitest';
import { markColour, type StationMark, stationFeatures } from './station-layer.ts';

const mark: StationMark = {
  site_id: 7,
  name: '南京站',
  longitude: 118.79,
  latitude: 32.07,
  online: true,
  level: 3,
  alarm: false,
};

test('a station stands at its place under its number', () => {
  expect(stationFeatures([mark]).features[0]).toMatchObject({
    id: 7,
    geometry: { coordinates: [118.79, 32.07] },
  });
});

test('a station that is not heard has no level: what it last measured is not how the air is', () => {
  expect(stationFeatures([{ ...mark, online: false }]).features[0]?.properties).toMatchObject({
    online: 0,
    level: 0,
  });
});

test('the colour is that of the level, and without one says whether the station is heard', () => {
  expect(markColour({ online: '#on', offline: '#off' })).toEqual([
    'match',
    ['get', 'level'],
    ...[1, '#00e400', 2, '#ffff00', 3, '#ff7e00', 4, '#ff0000', 5, '#99004c', 6, '#7e0023'],
    ['case', ['==', ['get', 'online'], 1], '#on', '#off'],
  ]);
});
