import { beforeAll, expect, test } from 'vitest';
import { addLanguagePart, startI18n, t, words } from '#web/i18n.ts';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { destinationsOf, findDestinations, siteDestinations } from './jump-targets.ts';
import { buildMenu } from './menu-model.ts';

beforeAll(async () => {
  await startI18n();
  await addLanguagePart(words('app'));
});

const site = (site_id: number, site_name: string, initials: string, syllables: string): ShortSite => ({
  ...{ site_id, site_name, initials, syllables, mn: `MN${site_id}`, site_type: 'air', online: true },
  ...{ site_name_en: '', province_code: null, city_code: null, area_code: null, block_code: null },
  ...{ product_id: null, project_id: null, counting_flags: [], virtual_data: false, demo: false },
});
const sites = [
  site(1, 'Chengdu Jinjiang Station', 'cdjj', 'cheng du jin jiang'),
  site(2, 'Hangzhou Binjiang Station', 'hzbj', 'hang zhou bin jiang'),
  site(3, 'Nanjing Gulou Station', 'njgl', 'nan jing gu lou'),
];
const found = (keyword: string, marks = { favourites: [] as number[], recent: [] as number[] }) =>
  siteDestinations(sites, keyword, marks, t).map(({ name }) => name.split(' ')[0]);

test('a name that begins with the letters, or has these initials, goes before one that only contains them', () => {
  expect(found('nj')).toEqual(['Nanjing', 'Chengdu', 'Hangzhou']);
  expect(found('jiang')).toEqual(['Chengdu', 'Hangzhou']);
});

test('favourite and recent sites go before all others', () => {
  expect(found('nj', { favourites: [2], recent: [1] })).toEqual(['Hangzhou', 'Chengdu', 'Nanjing']);
});

test('a page is found by what is on it, after those whose name fits', () => {
  const menu = buildMenu({ everything: true, powers: [], rows: [] });
  const all = destinationsOf(menu, ({ key }) => t.tx(`menu.${key}`), t);
  const pagesOf = (keyword: string) => findDestinations(all, keyword).map(({ path }) => path);
  expect(pagesOf('风玫瑰')).toEqual(['/dataanalysis/comprehensivecharts']);
  expect(pagesOf('昨天 最差')).toEqual(['/homepages', '/dataanalysis/airindexforms']);
  expect(pagesOf('用户')[0]).toMatch('/userconfigs/');
  expect(pagesOf('xyzzy')).toEqual([]);
});
