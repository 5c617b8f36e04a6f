import { expect, test } from 'vitest';
import { fitOf, pinyinInitials, wordInitials } from './fuzzy.ts';
import { findDestinations } from './jump-targets.ts';

test('Chinese names are found by their pinyin initials', () => {
  expect(pinyinInitials('历史数据查询')).toBe('lssjcx');
  expect(pinyinInitials('审计日志')).toBe('sjrz');
  expect(pinyinInitials('KB 值控制')).toBe('kbzkz');
  expect(pinyinInitials('录像回放')).toBe('lxhf');
});

test('English names are found by the first letters of their words', () => {
  expect(wordInitials('Single-parameter multi-site analysis')).toBe('spmsa');
});

test('a beginning is a better fit than a middle, and a middle than scattered letters', () => {
  const start = fitOf('user', 'User groups');
  const middle = fitOf('user', 'Groups of users');
  const loose = fitOf('usgr', 'User groups');
  expect(start).toBeGreaterThan(middle);
  expect(middle).toBeGreaterThan(loose);
  expect(loose).toBeGreaterThan(0);
});

test('letters far apart or in another order do not match', () => {
  expect(fitOf('yh', '/dataanalysis/historicaldata')).toBe(0);
  expect(fitOf('resu', 'User')).toBe(0);
});

test('without a keyword every destination is offered in the order of the menu', () => {
  const all = ['b', 'a'].map((name) => ({ path: `/${name}`, name, where: '', texts: [name] }));
  expect(findDestinations(all, ' ')).toEqual(all);
  expect(findDestinations(all, 'a').map(({ name }) => name)).toEqual(['a']);
});

test('a page is found by the full pinyin of its name, from any syllable on', () => {
  const page = {
    path: '/x',
    name: '历史数据查询',
    where: '',
    texts: ['历史数据查询'],
    syllables: 'li shi shu ju cha xun',
  };
  const found = (keyword: string) => findDestinations([page], keyword).length;
  expect(['lishi', 'shuju', 'Cha xun', 'lishishuju'].map(found)).toEqual([1, 1, 1, 1]);
  expect(['ishi', 'lishu'].map(found)).toEqual([0, 0]);
});
