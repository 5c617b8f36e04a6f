import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rolePowers, roles } from '#shared/contract/access/roles.ts';
import { toastsShown } from '#web/api/toasts.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { ResourcePage } from './ResourcePage.tsx';

const role = (role_id: number, more: object = {}) => ({
  role_id,
  role_name: `角色${role_id}`,
  role_name_en: '',
  sees_all_sites: false,
  remark: '',
  built_in: false,
  user_count: 0,
  power_count: 0,
  version: 7,
  updated_at: '2026-03-01T00:00:00.000Z',
  ...more,
});
const listed = (...rows: object[]) => ok({ data_info: rows, total: rows.length });

function RolesPage() {
  return (
    <ResourcePage
      resource={roles}
      columns={['role_name', 'user_count', 'updated_at']}
      form={['role_name', 'sees_all_sites', { key: 'remark', as: 'textarea' }]}
    />
  );
}

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const button = (name: string) => screen.getByRole('button', { name });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const typed = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label }).value;
// A table with a sticky heading contains an invisible copy of it, for measuring.
const heading = (text: string) => screen.getAllByText(text)[0] as HTMLElement;
const selectPage = () => screen.getAllByRole('checkbox', { name: '选择本页全部' })[0] as HTMLElement;

describe('the list', () => {
  test('shows rows, times on the network’s clock, and the total', async () => {
    stubServer({ [roles.list.path]: () => listed(role(1), role(2)) });
    await showPage(<RolesPage />);
    expect(await screen.findByText('角色1')).toBeTruthy();
    expect(screen.getAllByText('2026-03-01 08:00:00')).toHaveLength(2);
    expect(screen.getByText('共 2 条')).toBeTruthy();
  });

  test('shows a name as it is written, though it looks like a time', async () => {
    const role_name = '2026-01-01T00:00:00Z';
    stubServer({ [roles.list.path]: () => listed(role(1, { role_name })) });
    await showPage(<RolesPage />);
    expect(await screen.findByText(role_name)).toBeTruthy();
    expect(screen.getByText('2026-03-01 08:00:00')).toBeTruthy();
  });

  test('asks what the address says', async () => {
    const server = stubServer({ [roles.list.path]: () => listed(role(1)) });
    await showPage(<RolesPage />, '/page?page_index=2&keyword=ops&sort=user_count&order=desc');
    await screen.findByText('角色1');
    expect(server.inputsOf(roles.list.path)[0]).toEqual({
      page_index: 2,
      page_size: 20,
      keyword: 'ops',
      sort: 'user_count',
      order: 'desc',
    });
  });

  test('Back undoes the last word or order; typing on is the same step', async () => {
    stubServer({ [roles.list.path]: () => listed(role(1)) });
    const page = await showPage(<RolesPage />);
    await screen.findByText('角色1');
    const shows = (address: string) => waitFor(() => expect(page.address()).toBe(address));
    fireEvent.click(heading('用户数'));
    await shows('?sort=user_count');
    type('角色名称或备注', 'ni');
    await shows('?sort=user_count&keyword=ni');
    type('角色名称或备注', 'night');
    await shows('?sort=user_count&keyword=night');
    await page.router.navigate(-1);
    await shows('?sort=user_count');
    await waitFor(() => expect(typed('角色名称或备注')).toBe(''));
    await page.router.navigate(-1);
    await shows('');
  });

  test('a keyword goes into the address and back to the first page', async () => {
    const server = stubServer({ [roles.list.path]: () => listed(role(1)) });
    const page = await showPage(<RolesPage />, '/page?page_index=2');
    await screen.findByText('角色1');
    type('角色名称或备注', 'night');
    await waitFor(() => expect(page.address()).toBe('?keyword=night'));
    await waitFor(() =>
      expect(server.inputsOf(roles.list.path).at(-1)).toMatchObject({ keyword: 'night', page_index: 1 }),
    );
  });

  test('a heading sorts on the server', async () => {
    stubServer({ [roles.list.path]: () => listed(role(1)) });
    const page = await showPage(<RolesPage />);
    await screen.findByText('角色1');
    fireEvent.click(heading('用户数'));
    await waitFor(() => expect(page.address()).toBe('?sort=user_count'));
    fireEvent.click(heading('用户数'));
    await waitFor(() => expect(page.address()).toBe('?sort=user_count&order=desc'));
  });

  test('an empty list offers to add, a filtered one to clear the filters', async () => {
    stubServer({ [roles.list.path]: () => listed() });
    const page = await showPage(<RolesPage />, '/page?keyword=nobody');
    fireEvent.click(await screen.findByRole('button', { name: '清除筛选' }));
    await waitFor(() => expect(page.address()).toBe(''));
    expect(await screen.findByText('这里还没有记录')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /新增/ })).toHaveLength(2);
  });

  test('a failure says so and can be retried', async () => {
    let fails = true;
    stubServer({ [roles.list.path]: () => (fails ? { code: 500 } : listed(role(1))) });
    await showPage(<RolesPage />);
    const retry = await screen.findByRole('button', { name: '重试' });
    fails = false;
    fireEvent.click(retry);
    expect(await screen.findByText('角色1')).toBeTruthy();
  });
});

describe('the form', () => {
  const adding = async (answer: () => ReturnType<typeof ok> | { code: number; fields: unknown }) => {
    const server = stubServer({
      [roles.list.path]: () => listed(role(1, { remark: 'old' })),
      [roles.add.path]: answer,
    });
    await showPage(<RolesPage />);
    await screen.findByText('角色1');
    fireEvent.click(screen.getByRole('button', { name: /新增/ }));
    await screen.findByText('新增角色');
    return server;
  };

  test('asks for what the contract requires before anything is sent', async () => {
    const server = await adding(() => ok({ role_id: 5 }));
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('不能为空')).toBeTruthy();
    expect(server.inputsOf(roles.add.path)).toEqual([]);
  });

  test('sends what was typed, with the contract’s defaults', async () => {
    const server = await adding(() => ok({ role_id: 5 }));
    type('角色名称', '值班员');
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.inputsOf(roles.add.path)).toEqual([
        { role_name: '值班员', sees_all_sites: false, remark: '' },
      ]),
    );
    await waitFor(() => expect(server.inputsOf(roles.list.path)).toHaveLength(2));
  });

  test('shows the server’s problem on its field and keeps what was typed', async () => {
    await adding(() => ({ code: 400, fields: [{ field: 'role_name', problem: 'repeated' }] }));
    type('角色名称', '管理员');
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('已存在，请勿重复')).toBeTruthy();
    expect(typed('角色名称')).toBe('管理员');
  });

  test('a database that refuses writes is named, and nothing typed is lost', async () => {
    await adding(() => ({ code: 503, status: 503, detail: 'database_refuses' }));
    type('角色名称', '值班员');
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(toastsShown().map(({ text }) => text)).toContain(
        '数据库暂时拒绝写入，本次内容没有保存，请稍后再试',
      ),
    );
    expect(typed('角色名称')).toBe('值班员');
    expect(screen.getByRole('button', { name: '保存' })).toBeTruthy();
  });

  test('the server’s problem stands until its value changes, and the next save asks again', async () => {
    const server = await adding(() => ({ code: 400, fields: [{ field: 'role_name', problem: 'repeated' }] }));
    const name = () => screen.getByRole('textbox', { name: '角色名称' });
    const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));
    const asked = (times: number) =>
      waitFor(() => expect(server.inputsOf(roles.add.path)).toHaveLength(times));
    type('角色名称', '管理员');
    save();
    await screen.findByText('已存在，请勿重复');
    fireEvent.blur(name());
    type('备注', 'x'.repeat(2000));
    fireEvent.blur(screen.getByRole('textbox', { name: '备注' }));
    await screen.findByText(/最多 \d+ 个字符/);
    expect(screen.getByText('已存在，请勿重复')).toBeTruthy();
    type('备注', 'x');
    await asked(1);
    save();
    await asked(2);
    await screen.findByText('已存在，请勿重复');
    type('角色名称', '值班员');
    await waitFor(() => expect(screen.queryByText('已存在，请勿重复')).toBeNull());
  });

  test('an edit sends only what changed, for the version that was read', async () => {
    const server = stubServer({
      [roles.list.path]: () => listed(role(3, { remark: 'old' })),
      [roles.edit.path]: () => ok(),
    });
    await showPage(<RolesPage />);
    fireEvent.click(await screen.findByRole('button', { name: '编辑' }));
    await screen.findByText('编辑角色');
    type('备注', 'new');
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.inputsOf(roles.edit.path)).toEqual([{ role_id: 3, version: 7, remark: 'new' }]),
    );
  });

  test('when someone else saved first, nothing typed is lost and the next save is for their version', async () => {
    let fresh = role(3);
    let taken = true;
    const server = stubServer({
      [roles.list.path]: () => listed(fresh),
      [roles.edit.path]: () => (taken ? { code: 65, detail: 'changed_meanwhile' } : ok()),
    });
    await showPage(<RolesPage />);
    fireEvent.click(await screen.findByRole('button', { name: '编辑' }));
    await screen.findByText('编辑角色');
    type('角色名称', '我的');
    fresh = role(3, { role_name: '对方的', remark: '对方的备注', version: 8 });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));

    expect(await screen.findByText('这条记录刚被他人修改')).toBeTruthy();
    expect(typed('角色名称')).toBe('我的');
    expect(typed('备注')).toBe('对方的备注');
    taken = false;
    fireEvent.click(screen.getByRole('button', { name: '再次保存' }));
    await waitFor(() =>
      expect(server.inputsOf(roles.edit.path).at(-1)).toEqual({ role_id: 3, version: 8, role_name: '我的' }),
    );
  });

  test('closing with unsaved entries asks first', async () => {
    await adding(() => ok({ role_id: 5 }));
    type('角色名称', '值班员');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await screen.findAllByText('有未保存的修改');
    expect(typed('角色名称')).toBe('值班员');
  });

  test('leaving the page with unsaved entries asks first', async () => {
    stubServer({ [roles.list.path]: () => listed(role(1)) });
    const page = await showPage(<RolesPage />);
    await screen.findByText('角色1');
    fireEvent.click(screen.getByRole('button', { name: /新增/ }));
    await screen.findByText('新增角色');
    type('角色名称', '值班员');
    await page.router.navigate('/elsewhere');
    await screen.findAllByText('有未保存的修改');
    expect(screen.queryByText('elsewhere')).toBeNull();
  });
});

describe('deleting', () => {
  test('asks, names the row, and only then deletes', async () => {
    const server = stubServer({
      [roles.list.path]: () => listed(role(3)),
      [roles.remove.path]: () => ok(),
    });
    await showPage(<RolesPage />);
    fireEvent.click(await screen.findByRole('button', { name: '删除' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByText('删除“角色3”？')).not.toEqual([]);
    expect(server.inputsOf(roles.remove.path)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(server.inputsOf(roles.remove.path)).toEqual([{ role_id: [3] }]));
  });

  test('works for several rows at once', async () => {
    const server = stubServer({
      [roles.list.path]: () => listed(role(3), role(4)),
      [roles.remove.path]: () => ok(),
    });
    await showPage(<RolesPage />);
    await screen.findByText('角色3');
    fireEvent.click(selectPage());
    expect(screen.getByText('已选 2 项')).toBeTruthy();
    const bar = screen.getByText('已选 2 项').parentElement as HTMLElement;
    fireEvent.click(within(bar).getByRole('button', { name: '删除' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('角色3、角色4')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(server.inputsOf(roles.remove.path)).toEqual([{ role_id: [3, 4] }]));
    await waitFor(() => expect(screen.queryByText('已选 2 项')).toBeNull());
  });
});

test('those who may only read are offered nothing to write', async () => {
  signInAs(3);
  const held = [{ power_id: 1, power_code: 'role.read', type: 3, parent_id: null }];
  stubServer({
    [roles.list.path]: () => listed(role(1)),
    [rolePowers.data.path]: () => ok({ data_info: held, total: 1 }),
  });
  await showPage(<RolesPage />);
  await screen.findByText('角色1');
  for (const name of [/新增/, '编辑', '删除']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: '选择本页全部' })).toBeNull();
  expect(button('导出')).toBeTruthy();
});
