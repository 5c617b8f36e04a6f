import { expect, test } from 'vitest';
import { gradeColour, rankOf } from './mark-grades.ts';
import { discOf, meanWind, namesThatFit, type StationMark } from './station-layer.ts';

const mark: StationMark = {
  site_id: 7,
  medium: 'air',
  name: '南京站',
  longitude: 118.79,
  latitude: 32.07,
  online: true,
  rank: rankOf('air', 3),
  figure: '112',
  virtual: false,
  alarm: 0,
  maintained: false,
};

test('a station that is not heard has no grade: what it last measured is not how things are', () => {
  expect(discOf([mark])).toMatchObject({ rank: mark.rank, figure: '112', count: 1 });
  expect(discOf([{ ...mark, online: false }])).toMatchObject({ rank: 0, figure: '', online: false });
  // Simulated values are always current, even if the device is offline.
  const simulated = { ...mark, online: false, virtual: true };
  expect(discOf([simulated])).toMatchObject({ rank: mark.rank, figure: '112', online: false, virtual: true });
});

test('a gathering looks like the worst of those that are heard and measured', () => {
  const worse = { ...mark, rank: rankOf('air', 6) };
  expect(discOf([mark, worse])).toMatchObject({ rank: rankOf('air', 6), count: 2, mark: undefined });
  expect(discOf([mark, { ...worse, virtual: true }, { ...worse, online: false }])).toMatchObject({
    rank: mark.rank,
    count: 3,
    online: true,
  });
});

test('a gathering has the ring of the worst alarm within it, also of a station that is not heard', () => {
  const silent: StationMark = { ...mark, online: false, alarm: 2 };
  expect(discOf([{ ...mark, alarm: 1 }])).toMatchObject({ alarm: 1 });
  expect(discOf([{ ...mark, alarm: 1 }, silent, mark])).toMatchObject({ alarm: 2 });
  expect(discOf([mark, mark])).toMatchObject({ alarm: 0 });
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

test('the colour is that of the level or class, in the palette of the reader', () => {
  expect(gradeColour({ medium: 'air', grade: 3 }, 'standard')).toBe('#ff7e00');
  expect(gradeColour({ medium: 'air', grade: 3 }, 'distinct')).toBe('#eda325');
  expect(gradeColour({ medium: 'water', grade: 6 }, 'standard')).toBe('#4a148c');
});

test('a gathering bears the mark of maintenance of any within it', () => {
  expect(discOf([{ ...mark, maintained: true }])).toMatchObject({ maintained: true, count: 1 });
  expect(discOf([mark, { ...mark, maintained: true }])).toMatchObject({ maintained: true });
  expect(discOf([mark, mark])).toMatchObject({ maintained: false });
});

test('the wind of a gathering is the mean of its arrows', () => {
  const wind = (speed: number, direction: number) => ({ wind: { speed, direction } });
  const mean = meanWind([wind(2, 350), wind(2, 10), { wind: undefined }]);
  expect(mean?.direction).toBeCloseTo(0);
  expect(mean?.speed).toBeCloseTo(2 * Math.cos(Math.PI / 18));
  expect(meanWind([wind(3, 90), wind(3, 270)])?.speed).toBeCloseTo(0);
  expect(meanWind([{ wind: undefined }])).toBeUndefined();
});

test('names cover neither marks nor each other, are never cut, and that of the selected station comes first', () => {
  const drawn = (site_id: number, x: number, y: number) => ({ ...discOf([{ ...mark, site_id }]), x, y });
  const named = (of: ReturnType<typeof drawn>[], pointed?: number) =>
    namesThatFit(of, 400, pointed, true).map((name) => name.mark.site_id);
  expect(named([drawn(1, 100, 100), drawn(2, 300, 100)])).toEqual([1, 2]);
  expect(named([drawn(1, 100, 100), drawn(2, 120, 100)])).toEqual([1]);
  expect(named([drawn(1, 100, 100), drawn(2, 120, 100)], 2)).toEqual([2]);
  // A mark below leaves no room; a name at the edge would be cut.
  expect(named([drawn(1, 100, 100), drawn(2, 100, 130)])).toEqual([2]);
  expect(named([drawn(1, 5, 100), drawn(2, 395, 100)])).toEqual([]);
});
