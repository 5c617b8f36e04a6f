import { expect, test } from 'vitest';
import { searchedByLabel, searchedByWords } from './searched.ts';

test('a factor is found as it is typed, without its subscripts', () => {
  const found = (typed: string) => searchedByLabel.filterOption(typed, { label: '细颗粒物 PM₂.₅' });
  expect(['pm2.5', 'PM2.5 ', 'ＰＭ２', 'PM₂.₅', '颗粒'].map(found)).toEqual([true, true, true, true, true]);
  expect(found('pm10')).toBe(false);
  expect(searchedByWords.filterOption('o3', { label: '臭氧', search: '臭氧 O₃ a05024' })).toBe(true);
  expect(searchedByLabel.filterOption('x', undefined)).toBe(false);
});
