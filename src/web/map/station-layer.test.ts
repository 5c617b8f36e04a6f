import { expect, test } from 'vitest';
import { rankOf } from './mark-grades.ts';
import { markColour, type StationMark, stationFeatures } from './station-layer.ts';

const mark: StationMark = {
  site_id: 7,
  name: '南京站',
  longitude: 118.79,
  latitude: 32.07,
  online: true,
  rank: rankOf('air', 3),
  figure: '112',
  virtual: false,
};

test('a station stands at its place under its number', () => {
  expect(stationFeatures([mark]).features[0]).toMatchObject({
    id: 7,
    geometry: { coordinates: [118.79, 32.07] },
  });
});

test('a station that is not heard has no grade: what it last measured is not how things are', () => {
  expect(stationFeatures([{ ...mark, online: false }]).features[0]?.properties).toMatchObject({
    online: 0,
    rank: 0,
    figure: '',
  });
});

test('air and water are told from good to bad side by side', () => {
  const good = [rankOf('air', 1), rankOf('water', 2), rankOf('air', 2), rankOf('water', 3)];
  const bad = [
    rankOf('air', 3),
    rankOf('water', 4),
    rankOf('water', 5),
    rankOf('water', 6),
    rankOf('air', 6),
  ];
  expect([...good, ...bad]).toEqual([...good, ...bad].toSorted((a, b) => a - b));
  expect(rankOf('air', null)).toBe(0);
});

test('the colour is that of the grade, and without one says whether the station is heard', () => {
  const colour = markColour({ online: '#on', offline: '#off' }, 'standard') as unknown[];
  expect(colour.slice(0, 2)).toEqual(['match', ['get', 'rank']]);
  expect(colour[colour.indexOf(rankOf('air', 3)) + 1]).toBe('#ff7e00');
  expect(colour[colour.indexOf(rankOf('water', 6)) + 1]).toBe('#ff0000');
  expect(colour.at(-1)).toEqual(['case', ['==', ['get', 'online'], 1], '#on', '#off']);
});
