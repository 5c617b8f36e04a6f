import { beforeAll, describe, expect, test } from 'vitest';
import { menuActions, menuPowers, menus } from '#shared/contract/access/menus.ts';
import { roles } from '#shared/contract/access/roles.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

/** Each site has an own path, and there are no built-in entries for them. */
const addMenu = async (menu_name: string, more = {}) =>
  Number((await admin.send(menus.add, { path: `/sites/${menu_name}`, menu_name, ...more })).menu_id);
const menuOf = async (menu_id: number) => {
  const { data_info } = await admin.send(menus.list, { page_size: 1000 });
  return data_info.find((menu) => menu.menu_id === menu_id);
};

describe('menus', () => {
  test('everyone who is signed in reads the menu rows, in their order', async () => {
    const learner = await app.login('learner');
    const { data_info } = await learner.send(menus.list, { page_size: 1000 });
    expect(data_info.length).toBeGreaterThan(50);
    const order = data_info.map(({ sort }) => sort);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    await expect(app.client().send(menus.list, {})).rejects.toMatchObject({ envelope: { code: 401 } });
  });

  test('a name taken beside it is 38, elsewhere it is free; an address taken is 36', async () => {
    const [one, two] = [await addMenu('one'), await addMenu('two')];
    await addMenu('one-a', { parent_id: one, menu_name: '同名' });
    await expect(addMenu('one-b', { parent_id: one, menu_name: '同名' })).rejects.toMatchObject({
      envelope: { code: 38, fields: [{ field: 'menu_name', problem: 'repeated' }] },
    });
    await expect(addMenu('two-a', { parent_id: two, menu_name: '同名' })).resolves.toBeDefined();
    await expect(addMenu('again', { menu_name: 'one' })).rejects.toMatchObject({ envelope: { code: 38 } });
    await expect(addMenu('other', { path: '/sites/one-a' })).rejects.toMatchObject({
      envelope: { code: 36, fields: [{ field: 'path', problem: 'repeated' }] },
    });
  });

  test.each([
    'https://example.com',
    'javascript:alert(1)',
    '/nothing/here',
    'userconfigs',
    '/personal?a=1',
    '/personal/',
  ])('%s is no page of ours, so that no entry leads there', async (path) => {
    await expect(addMenu('elsewhere', { path })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'path', problem: 'unknown_screen' }] },
    });
  });

  test('an icon is one that we have', async () => {
    await expect(addMenu('starry', { icon: 'star' })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'icon', problem: 'bad_choice' }] },
    });
  });

  test('an entry of the product’s own can be hidden, and neither be deleted nor lead elsewhere', async () => {
    const { data_info } = await admin.send(menus.list, { keyword: '/userconfigs/users' });
    const entry = data_info.find(({ path }) => path === '/userconfigs/users');
    const { menu_id, version } = entry ?? {};
    const built_in = { envelope: { detail: 'built_in' } };
    await expect(admin.send(menus.remove, { menu_id: Number(menu_id) })).rejects.toMatchObject(built_in);
    const moved = { menu_id, version, path: '/sites/elsewhere' };
    await expect(admin.send(menus.edit, moved)).rejects.toMatchObject(built_in);
    await expect(admin.send(menus.edit, { ...entry, hidden: true })).resolves.toEqual({});
    await admin.send(menus.edit, { menu_id, version: Number(version) + 1, hidden: false });
  });

  test('only what is sent changes: hidden stays hidden, the order stays', async () => {
    const parent_id = await addMenu('parent');
    const menu_id = await addMenu('parent-full', {
      parent_id,
      icon: 'BellOutlined',
      sort: 7,
      hidden: true,
      menu_name_en: 'Full',
    });
    await admin.send(menus.edit, { menu_id, version: 1, menu_name: '改名' });
    expect(await menuOf(menu_id)).toMatchObject({
      menu_name: '改名',
      menu_name_en: 'Full',
      parent_id,
      icon: 'BellOutlined',
      sort: 7,
      hidden: true,
    });
    await expect(admin.send(menus.edit, { menu_id, version: 1, hidden: false })).rejects.toMatchObject({
      envelope: { code: 65, detail: 'changed_meanwhile' },
    });
    await admin.send(menus.edit, { menu_id, version: 2, parent_id: null });
    expect(await menuOf(menu_id)).toMatchObject({ parent_id: null, hidden: true });
  });

  test('an entry hangs under one that exists, and never under itself or its own children', async () => {
    const refused = { envelope: { code: 400, fields: [{ field: 'parent_id', problem: 'unknown_value' }] } };
    await expect(addMenu('orphan', { parent_id: 98_765 })).rejects.toMatchObject(refused);
    const top = await addMenu('ring');
    const middle = await addMenu('ring-a', { parent_id: top });
    const low = await addMenu('ring-a-b', { parent_id: middle });
    for (const parent_id of [top, middle, low])
      await expect(admin.send(menus.edit, { menu_id: top, version: 1, parent_id })).rejects.toMatchObject(
        refused,
      );
    await expect(admin.send(menus.edit, { menu_id: low, version: 1, parent_id: top })).resolves.toEqual({});
  });

  test('an entry with children cannot be deleted without them', async () => {
    const top = await addMenu('full');
    const child = await addMenu('full-a', { parent_id: top });
    await expect(admin.send(menus.remove, { menu_id: top })).rejects.toMatchObject({
      envelope: { code: 9, detail: 'in_use' },
    });
    await admin.send(menus.remove, { menu_id: [top, child] });
    expect(await menuOf(child)).toBeUndefined();
  });

  test('entries beside each other are put into an order; strangers are not', async () => {
    const parent_id = await addMenu('ordered');
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await addMenu(`ordered-${name}`, { parent_id }));
    const shown = async () =>
      (await admin.send(menus.list, { parent_id })).data_info.map(({ menu_name }) => menu_name);
    await admin.send(menuActions.order, { menu_ids: ids.toReversed() });
    expect(await shown()).toEqual(['ordered-c', 'ordered-b', 'ordered-a']);
    await expect(admin.send(menuActions.order, { menu_ids: [parent_id, ...ids] })).rejects.toMatchObject({
      envelope: { code: 400, fields: [{ field: 'menu_ids' }] },
    });
    await expect(admin.send(menuActions.order, { menu_ids: [...ids, 98_765] })).rejects.toMatchObject({
      envelope: { code: 10 },
    });
    expect(await shown()).toEqual(['ordered-c', 'ordered-b', 'ordered-a']);
  });

  test('hiding a page removes no permission check, and gives none', async () => {
    const { data_info } = await admin.send(menus.list, { page_size: 1000 });
    const page = data_info.find(({ path }) => path === '/userconfigs/roles');
    if (!page) throw new Error('no such page');
    await admin.send(menus.edit, { menu_id: page.menu_id, version: page.version, hidden: true });
    await admin.send(menuPowers.add, { menu_id: page.menu_id, power_ids: [] });
    const [manager, operator] = [await app.login('manager'), await app.login('operator')];
    await expect(manager.send(roles.list, {})).resolves.toBeDefined();
    await expect(operator.send(roles.list, {})).rejects.toMatchObject({ envelope: { code: 16 } });
    await expect(operator.send(roles.remove, { role_id: 4 })).rejects.toMatchObject({
      envelope: { code: 16 },
    });
  });

  test('the powers that an entry asks for are replaced as a whole', async () => {
    const menu_id = await addMenu('guarded');
    const ids = async () =>
      (await admin.send(menuPowers.data, { menu_id })).data_info.map(({ power_id }) => power_id);
    await admin.send(menuPowers.add, { menu_id, power_ids: [1, 2] });
    await admin.send(menuPowers.add, { menu_id, power_ids: [2, 3, 3] });
    expect((await ids()).sort()).toEqual([2, 3]);
    expect(await menuOf(menu_id)).toMatchObject({ power_ids: [2, 3] });
    await expect(admin.send(menuPowers.add, { menu_id, power_ids: [4, 98_765] })).rejects.toMatchObject({
      envelope: { code: 400 },
    });
    expect((await ids()).sort()).toEqual([2, 3]);
    await admin.send(menuPowers.add, { menu_id, power_ids: [] });
    expect(await ids()).toEqual([]);
    await expect(admin.send(menuPowers.add, { menu_id: 98_765, power_ids: [1] })).rejects.toMatchObject({
      fault: 'no_data',
    });
  });

  test('of two who read the same entry the second is told that it has changed', async () => {
    const menu_id = await addMenu('contested');
    const version = (await menuOf(menu_id))?.version;
    await admin.send(menuPowers.add, { menu_id, version, power_ids: [1] });
    await expect(admin.send(menuPowers.add, { menu_id, version, power_ids: [2] })).rejects.toMatchObject({
      fault: 'update_failed',
    });
    expect(await menuOf(menu_id)).toMatchObject({ power_ids: [1] });
  });
});
