import { expect, test } from 'vitest';
import type { ShortSite } from '#web/widgets/site-tree.ts';
import { grantsOf, keysOf, placeNodes, projectNodes, seenBy, ticksOf, toggled } from './grants.ts';

const site = (site_id: number, more: Partial<ShortSite> = {}) =>
  ({
    site_id,
    site_name: `站${site_id}`,
    province_code: '370000',
    city_code: '370100',
    area_code: '370102',
    project_id: null,
    ...more,
  }) as ShortSite;
const sites = [
  site(1),
  site(2, { city_code: '370200', area_code: null, project_id: 7 }),
  site(3, { project_id: 7 }),
];
const ids = (found: readonly ShortSite[]) => found.map(({ site_id }) => site_id);

test('what was given goes to keys and back', () => {
  const grants = { site_ids: [3, 1], region_codes: ['370000'], project_ids: [7] };
  expect(grantsOf(keysOf(grants))).toEqual(grants);
});

test('a site is seen by itself, by any level of its place, or by its project', () => {
  const seen = (...keys: string[]) => ids(seenBy(sites, new Set(keys)));
  expect(seen('s2')).toEqual([2]);
  expect(seen('r370000')).toEqual([1, 2, 3]);
  expect(seen('r370102')).toEqual([1, 3]);
  expect(seen('p7', 's2')).toEqual([2, 3]);
  expect(seen()).toEqual([]);
});

const [first, second, third] = sites as [ShortSite, ShortSite, ShortSite];
const leaf = (one: ShortSite) => ({
  key: String(one.site_id),
  name: one.site_name,
  site: one,
  count: 1,
  children: [],
});
const province = placeNodes([
  {
    key: '370000',
    name: '山东省',
    count: 3,
    children: [
      { key: '370100', name: '济南市', count: 2, children: [leaf(first), leaf(third)] },
      { key: '370200', name: '青岛市', count: 1, children: [leaf(second)] },
    ],
  },
])[0];
if (!province) throw new Error('a tree without a node');

test('a rule takes the place of what was given below it, and covers it', () => {
  const keys = toggled(new Set(['s1', 'r370200', 'p7']), province, true);
  expect([...keys].sort()).toEqual(['p7', 'r370000']);
  const { checked, halfChecked, covered } = ticksOf([province], keys);
  expect(checked.size).toBe(6);
  expect(halfChecked).toEqual([]);
  expect(covered.has('r370000')).toBe(false);
  expect(covered.size).toBe(5);
  expect([...toggled(keys, province, false)]).toEqual(['p7']);
});

test('what is ticked below shows above it as a half', () => {
  const { checked, halfChecked } = ticksOf([province], new Set(['s1']));
  expect([...checked]).toEqual(['s1']);
  expect(halfChecked).toEqual(['r370100', 'r370000']);
});

test('projects hold their sites; those of none stand last and cannot be given as one', () => {
  const nodes = projectNodes(
    sites,
    [
      { project_id: 7, project_name: '一期' },
      { project_id: 8, project_name: '二期' },
    ],
    '无',
  );
  expect(nodes.map(({ key, count, givable }) => [key, count, givable])).toEqual([
    ['p7', 2, true],
    ['p8', 0, true],
    ['none', 1, false],
  ]);
});
