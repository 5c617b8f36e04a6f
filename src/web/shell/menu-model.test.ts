import { expect, test } from 'vitest';
import type { RolePower } from '#shared/contract/access/roles.ts';
import { sections } from '#shared/menu.ts';
import { pending } from '#web/pending.ts';
import { buildMenu, type MenuRow } from './menu-model.ts';

function power(power_url: string, rest: Partial<RolePower> = {}): RolePower {
  return {
    power_id: 1,
    power_name: 'p',
    power_name_en: '',
    power_code: 'page.p',
    power_url,
    type: 2,
    parent_id: null,
    ...rest,
  };
}

function row(path: string, rest: Partial<MenuRow> = {}): MenuRow {
  return { path, menu_name: '', menu_name_en: '', icon: '', sort: 0, hidden: false, power_ids: [], ...rest };
}

const pathsOf = (menu: ReturnType<typeof buildMenu>) =>
  menu.groups.flatMap((group) => group.sections.flatMap(({ pages }) => pages.map(({ path }) => path)));

test('role 0 sees the whole route tree, in the order of the spec', () => {
  const menu = buildMenu({ everything: true, powers: [], rows: [] });
  expect(pathsOf(menu)).toEqual(sections.flatMap(({ pages }) => pages.map(({ path }) => path)));
  expect(menu.wisdomScreen).toBeDefined();
});

test('only page powers become entries, placed by the section key in their URL', () => {
  const menu = buildMenu({
    everything: false,
    powers: [
      power('/userconfigs/users'),
      power('userconfigs/roles/'),
      power('/#/dataanalysis/historicaldata?from=old'),
      power('/userconfigs/permissions', { type: 3 }),
      power('', { type: 1 }),
      power('/somewhere/else'),
    ],
    rows: [],
  });
  expect(pathsOf(menu)).toEqual(['/dataanalysis/historicaldata', '/userconfigs/users', '/userconfigs/roles']);
  expect(menu.groups.map(({ key }) => key)).toEqual(['collection', 'configuration']);
});

test('a page whose path begins like another’s is not granted with it', () => {
  const menu = buildMenu({
    everything: false,
    powers: [power('/userconfigs/usergroupmanagement')],
    rows: [],
  });
  expect(pathsOf(menu)).toEqual(['/userconfigs/usergroupmanagement']);
});

test('a power of the bare section grants its default page', () => {
  const menu = buildMenu({ everything: false, powers: [power('/alarmdatas')], rows: [] });
  expect(pathsOf(menu)).toEqual(['/alarmdatas/standards']);
});

test('the wisdom screen goes by the code of its power, whatever it is called', () => {
  const named = buildMenu({
    everything: false,
    powers: [power('', { power_name: 'wisdom screen' })],
    rows: [],
  });
  expect(named.wisdomScreen).toBeUndefined();
  expect(named.permits('/wisdomscreen')).toBe(false);
  const coded = buildMenu({
    everything: false,
    powers: [power('/wisdomscreen', { power_code: 'page.wisdomscreen' })],
    rows: [],
  });
  expect(coded.permits('/wisdomscreen')).toBe(true);
});

test('home, the personal center and a site need no page power', () => {
  const menu = buildMenu({ everything: false, powers: [], rows: [] });
  expect(['/homepages', '/personal', '/sites/A1', '/404'].map(menu.permits)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(menu.permits('/userconfigs/users')).toBe(false);
});

test('a section opens its default page, or the first permitted one', () => {
  const all = buildMenu({ everything: true, powers: [], rows: [] });
  const one = buildMenu({ everything: false, powers: [power('/userconfigs/roles')], rows: [] });
  const target = (menu: typeof all) =>
    menu.groups.flatMap((group) => group.sections).find(({ path }) => path === '/userconfigs')?.target;
  expect(target(all)).toBe('/userconfigs/permissions');
  expect(target(one)).toBe('/userconfigs/roles');
});

test('menu rows give order, icon and names, and hide without forbidding', () => {
  const menu = buildMenu({
    everything: true,
    powers: [],
    rows: [
      row('/userconfigs/roles', { sort: 1 }),
      row('/userconfigs/users', { sort: 2, menu_name: '人员' }),
      row('/userconfigs/permissions', { hidden: true }),
      row('/userconfigs', { icon: 'KeyOutlined' }),
      row('/muneconfigs', { hidden: true }),
    ],
  });
  const sectionsShown = menu.groups.flatMap((group) => group.sections);
  const users = sectionsShown.find(({ path }) => path === '/userconfigs');
  expect(users?.icon).toBe('KeyOutlined');
  expect(users?.pages.slice(0, 2).map(({ path }) => path)).toEqual([
    '/userconfigs/roles',
    '/userconfigs/users',
  ]);
  expect(users?.pages[1]?.row?.menu_name).toBe('人员');
  expect(users?.pages.some(({ path }) => path === '/userconfigs/permissions')).toBe(false);
  expect(menu.permits('/userconfigs/permissions')).toBe(true);
  expect(sectionsShown.some(({ path }) => path === '/muneconfigs')).toBe(false);
});

test('an entry that asks for powers is there for those who hold one of them, by its address too', () => {
  const rows = [
    row('/userconfigs/roles', { power_ids: [7, 8] }),
    row('/siteconfigs', { power_ids: [9] }),
    row('/wisdomscreen', { hidden: true }),
  ];
  const pages = [power('/userconfigs/roles'), power('/userconfigs/users'), power('/siteconfigs/sites')];
  const holding = (...ids: number[]) => {
    const more = ids.map((power_id) => power('', { power_id, type: 3 }));
    return buildMenu({ everything: false, powers: [...pages, ...more], rows });
  };
  expect(pathsOf(holding())).toEqual(['/userconfigs/users']);
  expect(holding().permits('/userconfigs/roles')).toBe(false);
  expect(pathsOf(holding(8))).toEqual(['/userconfigs/roles', '/userconfigs/users']);
  expect(pathsOf(holding(9)).toSorted()).toEqual(['/siteconfigs/sites', '/userconfigs/users']);
  const everything = buildMenu({ everything: true, powers: [], rows });
  expect(everything.permits('/userconfigs/roles')).toBe(true);
  expect(everything.wisdomScreen).toBeUndefined();
  expect(everything.permits('/wisdomscreen')).toBe(true);
});

test('a group opens its first section that is built', () => {
  const operation = buildMenu({ everything: true, powers: [], rows: [] }).groups.find(
    ({ key }) => key === 'operation',
  );
  expect(pending).toContain('/liveservices/videoconfig');
  expect(operation?.target).toBe('/countercharges/kbvalue');
});
