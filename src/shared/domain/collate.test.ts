import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames, sortByName } from './collate.ts';

test('Chinese names sort by pinyin, not by code point', () => {
  const cities = ['上海', '北京', '安徽', '重庆', '广州', '天津'];
  expect(cities.toSorted(compareNames)).toEqual(['安徽', '北京', '重庆', '广州', '上海', '天津']);
});

test('digits stand before letters and case does not split names apart', () => {
  const names = ['b站', 'B站', 'a站', '2号', '10号'];
  expect(names.toSorted(compareNames)).toEqual(['10号', '2号', 'a站', 'b站', 'B站']);
});

test('rows are sorted by their name, into a copy, and equal names keep their order', () => {
  const rows = [
    { id: 1, name: '乙' },
    { id: 2, name: '甲' },
    { id: 3, name: '乙' },
  ];
  expect(sortByName(rows, ({ name }) => name).map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('the order does not depend on the order before', () => {
  const name = fc.stringMatching(/^[一-龥a-zA-Z0-9]{0,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      expect(names.toReversed().toSorted(compareNames)).toEqual(names.toSorted(compareNames));
    }),
  );
});
