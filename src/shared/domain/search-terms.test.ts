import { expect, test } from 'vitest';
import { searchQuery, searchVector } from './search-terms.ts';

test('Chinese is looked for by pairs of characters, a single character by itself', () => {
  expect(searchQuery('臭氧校准')).toBe("'臭氧' & '氧校' & '校准'");
  expect(searchQuery('氧')).toBe("'氧'");
  expect(searchQuery('臭氧 校准')).toBe("'臭氧' & '校准'");
});

test('Latin words are looked for by their beginning, whatever their form', () => {
  expect(searchQuery('PM₂.₅')).toBe("'pm2.5':*");
  expect(searchQuery('ＨＪ212')).toBe("'hj212':*");
  expect(searchQuery('零点calib')).toBe("'零点' & 'calib':*");
  expect(searchQuery('O3浓度')).toBe("'o3':* & '浓度'");
});

test('nothing to look for is nothing', () => {
  expect(searchQuery(' ，。!?')).toBeUndefined();
});

test('marks that mean something to the database are only letters', () => {
  expect(searchVector("o'brien \\ & | !", '')).toBe("'o':1A 'brien':2A");
  expect(searchQuery("a' & !b:*")).toBe("'a':* & 'b':*");
});

test('a vector holds characters, pairs, words and their parts, the title with its weight', () => {
  const vector = searchVector('臭氧', 'HJ 212-2017');
  expect(vector).toBe("'臭':1A '氧':2A '臭氧':3A 'hj':1 '212-2017':2 '212':3 '2017':4");
});

test('however long a text, a term keeps so many places and no place is too far', () => {
  const vector = searchVector('', '氧'.repeat(40_000));
  expect(vector.split(',').length).toBeLessThan(600);
  expect(Math.max(...[...vector.matchAll(/\d+/g)].map(Number))).toBeLessThanOrEqual(16_383);
});
