import { expect, test } from 'vitest';
import { localSites } from './local-name.ts';

const sites = [
  { site_name: '解放路站', site_name_en: 'Jie Fang Lu Zhan' },
  { site_name: 'Gate', site_name_en: '' },
];

test('sites bear the name of the reader’s language, and keep the other one to be found by', () => {
  expect(localSites(sites, 'en').map(({ site_name, other_name }) => [site_name, other_name])).toEqual([
    ['Jie Fang Lu Zhan', '解放路站'],
    ['Gate', 'Gate'],
  ]);
  expect(localSites(sites, 'zh').map(({ site_name, other_name }) => [site_name, other_name])).toEqual([
    ['解放路站', 'Jie Fang Lu Zhan'],
    ['Gate', ''],
  ]);
});
