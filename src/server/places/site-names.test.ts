import { expect, test } from 'vitest';
import { englishSiteName } from './site-names.ts';

test.each([
  ['解放路站', 'Jiefang Road', 'Jiefang Road'],
  ['解放路站', '', 'Jie Fang Lu Zhan'],
  ['长江 3 号站', '', 'Chang Jiang 3 Hao Zhan'],
  ['Station 4', '', 'Station 4'],
  ['一站 MN1（北）', '', 'Yi Zhan MN1（Bei）'],
])('%s with %j is called %s', (name, english, called) => {
  expect(englishSiteName(name, english)).toBe(called);
});
