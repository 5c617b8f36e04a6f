import { expect, test } from 'vitest';
import { isTime, readTime } from './time.ts';

test.each(['20240229235959', '20261115000000', '20000229000000'])('%s is a time', (digits) => {
  expect(isTime(digits)).toBe(true);
});

test.each([
  '20230229000000',
  '19000229000000',
  '20261315000000',
  '20261100000000',
  '20260431000000',
  '20261115240001',
  '20261115006000',
  '2026111500000',
  '202611150000000',
  '2026111500000x',
])('%s is none', (digits) => {
  expect(readTime(digits)).toBeUndefined();
});

test('the end of a day may be called 24:00, though no standard writes it so', () => {
  expect(readTime('20261115240000')).toMatchObject({ day: 15, hour: 24 });
  expect(isTime('20261115240000')).toBe(false);
});
