import { expect, test } from 'vitest';
import { wrapped } from './titled-picture.ts';

const wide = (text: string) => text.length;

test('what is too wide goes on in the next line, words whole and Chinese anywhere', () => {
  expect(wrapped('short', 20, wide)).toEqual(['short']);
  expect(wrapped('Fine particles PM2.5, Ozone', 15, wide)).toEqual(['Fine particles', 'PM2.5, Ozone']);
  expect(wrapped('谈固站、狮山站、紫阳站', 5, wide)).toEqual(['谈固站、狮', '山站、紫阳', '站']);
  expect(wrapped('', 5, wide)).toEqual([]);
});
