import { expect, test } from 'vitest';
import {
  markedNodes,
  matchingSites,
  type ShortSite,
  type SiteNode,
  sitesUnder,
  siteTree,
  type TreeLine,
  ticksOf,
  treeLines,
} from './site-tree.ts';

const names: Record<string, string> = {
  '320000': '江苏省',
  '320100': '南京市',
  '320102': '玄武区',
  '110000': '北京市',
};

function site(site_id: number, site_name: string, more: Partial<ShortSite> = {}): ShortSite {
  return {
    site_id,
    site_name,
    site_name_en: '',
    initials: '',
    syllables: '',
    mn: `MN${site_id}`,
    site_type: 'air',
    province_code: '320000',
    city_code: '320100',
    area_code: '320102',
    block_code: null,
    product_id: null,
    project_id: null,
    counting_flags: [],
    virtual_data: false,
    demo: false,
    online: true,
    ...more,
  };
}

const drawn = (nodes: readonly SiteNode[]): unknown[] =>
  nodes.map(({ name, count, children }) =>
    children.length > 0 ? [`${name} ${count}`, drawn(children)] : name,
  );
const tree = (...sites: ShortSite[]) => drawn(siteTree(sites, (code) => names[code], '未设区域'));

test('sites stand under province, city and area, each with how many are there', () => {
  expect(tree(site(1, '玄武湖'), site(2, '紫金山'))).toEqual([
    ['江苏省 2', [['南京市 2', [['玄武区 2', ['玄武湖', '紫金山']]]]]],
  ]);
});

test('of a closed place there is the line alone, which can be opened; a site is no place to open', () => {
  const nodes = siteTree([site(1, '玄武湖')], (code) => names[code], '');
  const drawnLines = (lines: readonly TreeLine[]): unknown[] =>
    lines.map(({ node, isLeaf, children }) => [node.name, isLeaf, drawnLines(children)]);
  const linesOf = (...open: string[]) => drawnLines(treeLines(nodes, new Set(open)));
  expect(linesOf()).toEqual([['江苏省', false, []]]);
  expect(linesOf('320000', '320102')).toEqual([['江苏省', false, [['南京市', false, []]]]]);
  expect(linesOf('320000', '320100', '320102')).toEqual([
    ['江苏省', false, [['南京市', false, [['玄武区', false, [['玄武湖', true, []]]]]]]],
  ]);
});

test('a city that is a province stands there once', () => {
  const beijing = { province_code: '110000', city_code: '110100', area_code: null };
  const same = (code: string) => (code.startsWith('11') ? '北京市' : undefined);
  expect(drawn(siteTree([site(1, '东四', beijing)], same, ''))).toEqual([['北京市 1', ['东四']]]);
});

test('places that are asked for stand there with or without sites, places before sites', () => {
  const inCity = site(2, '城里', { area_code: null });
  const nodes = siteTree([inCity, site(1, '玄武湖')], (code) => names[code], '', ['320102', '110000']);
  expect(drawn(nodes)).toEqual(['北京市', ['江苏省 2', [['南京市 2', [['玄武区 1', ['玄武湖']], '城里']]]]]);
});

test('levels that a site does not have, or whose name is not known, are passed over', () => {
  const beijing = { province_code: '110000', city_code: '110100', area_code: null };
  expect(tree(site(1, '东四', beijing))).toEqual([['北京市 1', ['东四']]]);
});

test('a site is found by its name, by pinyin and its initials, and by MN', () => {
  const sites = [
    site(1, '玄武湖'),
    site(2, '紫金山', { mn: 'A320000_0002', site_name_en: '', initials: 'zjs', syllables: 'zi jin shan' }),
  ];
  const found = (keyword: string) => matchingSites(sites, { keyword }).map(({ site_id }) => site_id);
  expect(found('武')).toEqual([1]);
  expect(found('ZJS')).toEqual([2]);
  expect(found('zijin')).toEqual([2]);
  expect(found('a3200')).toEqual([2]);
  expect(found(' ')).toEqual([1, 2]);
  expect(found('nothing')).toEqual([]);
});

test('a place finds the sites within it', () => {
  const beijing = { province_code: '110000', city_code: '110100', area_code: null };
  const sites = [site(1, '甲'), site(2, '乙', beijing), site(3, '丙', { area_code: null })];
  const places = new Map(Object.entries(names));
  const found = (keyword: string) => matchingSites(sites, { keyword }, places).map(({ site_id }) => site_id);
  expect(found('江苏')).toEqual([1, 3]);
  expect(found('玄武')).toEqual([1]);
  expect(found('北京市')).toEqual([2]);
  expect(found(' ')).toEqual([1, 2, 3]);
});

test('a place is also found by its name in the other language, with or without apostrophes', () => {
  const sites = [
    site(1, '玄武湖'),
    site(2, '小寨', { province_code: '610000', city_code: '610100', area_code: null }),
  ];
  const words = new Map([
    ['320100', '南京市\nNanjing'],
    ['610100', "西安市\nXi'an"],
  ]);
  const found = (keyword: string) => matchingSites(sites, { keyword }, words).map(({ site_id }) => site_id);
  expect(['nanjing', '南京', 'xian', "xi'an"].map(found)).toEqual([[1], [1], [2], [2]]);
});

test('every filter that is set must hold', () => {
  const sites = [
    site(1, '甲'),
    site(2, '乙', { site_type: 'water' }),
    site(3, '丙', { online: false, product_id: 7 }),
  ];
  const found = (wish: object) => matchingSites(sites, wish).map(({ site_id }) => site_id);
  expect(found({ site_type: 'water' })).toEqual([2]);
  expect(found({ online: false })).toEqual([3]);
  expect(found({ product_id: 7, online: true })).toEqual([]);
});

test('provinces come by their codes, and sites of no place last', () => {
  const nowhere = site(1, '新站', { province_code: null, city_code: null, area_code: null });
  const beijing = site(3, '东四', { province_code: '110000', city_code: null, area_code: null });
  const nodes = siteTree([nowhere, site(2, '玄武湖'), beijing], (code) => names[code], '未设区域');
  expect(nodes.map(({ name }) => name)).toEqual(['北京市', '江苏省', '未设区域']);
});

test('a place is ticked when all of it is picked, and half when some of it is', () => {
  const other = { city_code: null, area_code: null };
  const nodes = siteTree(
    [site(1, '玄武湖'), site(2, '紫金山'), site(3, '省里', other)],
    (code) => names[code],
    '',
  );
  const ticks = (...picked: number[]) => ticksOf(nodes, new Set(picked));
  expect(ticks()).toEqual({ checked: [], halfChecked: [] });
  expect(ticks(1)).toEqual({ checked: ['1'], halfChecked: ['320102', '320100', '320000'] });
  expect(ticks(1, 2)).toEqual({ checked: ['1', '2', '320102', '320100'], halfChecked: ['320000'] });
  expect(ticks(1, 2, 3, 9).checked).toContain('320000');
  expect(nodes.flatMap(sitesUnder).map(({ site_id }) => site_id)).toEqual([1, 2, 3]);
});

test('favourites and recent sites stand above the places, each ticked with its site', () => {
  const sites = [site(1, '甲'), site(2, '乙'), site(3, '丙')];
  const groups = [
    { key: 'favourite', name: '收藏', site_ids: [3, 9] },
    { key: 'recent', name: '最近', site_ids: [] },
  ];
  const marked = markedNodes(sites, groups);
  expect(marked).toMatchObject([
    { key: 'favourite', count: 1, children: [{ key: 'favourite-3', name: '丙' }] },
  ]);
  const nodes = [...marked, ...siteTree(sites, (code) => names[code], '无')];
  expect(ticksOf(nodes, new Set([3])).checked).toEqual(['favourite-3', 'favourite', '3']);
});

test('in English a site is found by its Chinese name too', () => {
  const sites = [site(1, 'Jie Fang Lu Zhan', { other_name: '解放路站' })];
  expect(matchingSites(sites, { keyword: '解放' })).toHaveLength(1);
});
