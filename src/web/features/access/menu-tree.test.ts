import { expect, test } from 'vitest';
import { groups } from '#shared/menu.ts';
import { inOrder, type MenuRow, menuTree, moved } from './menu-tree.ts';

const row = (menu_id: number, path: string, sort: number) => ({ menu_id, path, sort }) as MenuRow;

test('rows hang where the product has their screens, in their own order; others nowhere', () => {
  const tree = menuTree([
    row(1, '/userconfigs', 20),
    row(2, '/siteconfigs', 10),
    row(3, '/userconfigs/users', 2),
    row(4, '/userconfigs/roles', 1),
    row(5, '/nowhere', 0),
    row(6, '/wisdomscreen', 0),
  ]);
  expect(tree.map(({ key }) => key)).toEqual([...groups, 'alone']);
  const configuration = tree.find(({ key }) => key === 'configuration')?.branches;
  expect(configuration?.map((branch) => branch.row.menu_id)).toEqual([2, 1]);
  expect(configuration?.[1]?.pages.map(({ menu_id }) => menu_id)).toEqual([4, 3]);
  expect(tree.at(-1)?.branches.map((branch) => branch.row.menu_id)).toEqual([6]);
});

test('an entry moves to another’s place, and not beyond the ends', () => {
  expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 3, 2]);
  expect(moved([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
  expect(moved([1, 2, 3], 2, 3)).toEqual([1, 2, 3]);
  expect(inOrder([{ id: 1 }, { id: 2 }], ({ id }) => id, [2, 1])).toEqual([{ id: 2 }, { id: 1 }]);
});
