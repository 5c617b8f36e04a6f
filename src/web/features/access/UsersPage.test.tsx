import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rolePowers, roles } from '#shared/contract/access/roles.ts';
import { userActions, users } from '#shared/contract/access/users.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { ok, showPage, signInAs, stubServer } from '#web/ui/testing.tsx';
import { UsersPage } from './UsersPage.tsx';

const user = (user_id: number, more: object) => ({
  user_id,
  account: `user${user_id}`,
  real_name: `用户${user_id}`,
  mobile: null,
  role_id: 4,
  role_name: '学员',
  role_name_en: 'Learner',
  status: 'normal',
  group_names: '',
  last_login_at: null,
  locked_until: null,
  created_at: '2026-03-01T00:00:00.000Z',
  remark: '',
  version: 1,
  updated_at: '2026-03-01T00:00:00.000Z',
  ...more,
});
const listed = (...rows: object[]) => ok({ data_info: rows, total: rows.length });

async function show(...rows: object[]) {
  const server = stubServer({
    [users.list.path]: () => listed(...rows),
    [users.add.path]: () => ({ code: 15, fields: [{ field: 'account', problem: 'repeated' }] }),
    [roles.list.path]: () => listed({ role_id: 4, role_name: '学员', role_name_en: 'Learner' }),
    [rolePowers.data.path]: () =>
      listed(...[users.list, users.edit].map(({ needs }) => ({ power_code: needs }))),
    [userGroups.list.path]: () => listed(),
    [userActions.seal.path]: () => ok(),
    [userActions.unlock.path]: () => ok(),
  });
  await showPage(<UsersPage />);
  await screen.findByText(`user${(rows[0] as { user_id: number }).user_id}`);
  return server;
}

test('what is missing or taken is said at its field, and nothing typed is lost', async () => {
  const server = await show(user(7, {}));
  fireEvent.click(screen.getByRole('button', { name: /新增/ }));
  const form = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) => {
    fireEvent.change(form.getByLabelText(label), { target: { value } });
    fireEvent.blur(form.getByLabelText(label));
  };
  const save = () => fireEvent.click(form.getByRole('button', { name: '保存' }));
  save();
  await waitFor(() => expect(form.getAllByText('不能为空')).toHaveLength(4));
  type('账号', 'ADMIN');
  type('姓名', '重名');
  type('密码', '123');
  type('手机号', '123');
  expect(await form.findByText('请输入正确的11位手机号')).toBeTruthy();
  expect(form.getAllByText('至少 6 个字符').length).toBeGreaterThan(0);
  type('密码', 'secret1');
  type('手机号', '');
  fireEvent.mouseDown(form.getByLabelText('角色'));
  await waitFor(() => expect(document.querySelector('.ant-select-item[title="学员"]')).toBeTruthy());
  fireEvent.click(document.querySelector('.ant-select-item[title="学员"]') as Element);
  save();
  expect(await form.findByText('已存在，请勿重复')).toBeTruthy();
  expect(server.inputsOf(users.add.path)).toHaveLength(1);
  expect(form.getByLabelText('账号')).toHaveProperty('value', 'ADMIN');
});

const agree = async (button: string) => {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: button }));
};

beforeEach(() => signInAs(0));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an account that awaits approval is approved by unsealing it', async () => {
  const server = await show(user(7, { status: 'pending' }));
  expect(screen.getByText('待审核')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '通过审核' }));
  await agree('通过审核');
  await waitFor(() =>
    expect(server.inputsOf(userActions.seal.path)).toEqual([{ user_id: 7, sealed: false }]),
  );
});

test('a locked account says so and can be unlocked before its time', async () => {
  const server = await show(user(7, { status: 'locked', locked_until: '2026-03-01T00:15:00.000Z' }));
  expect(screen.getByText('已锁定')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '更多操作：user7' }));
  fireEvent.click(await screen.findByText('解锁'));
  await waitFor(() => expect(server.inputsOf(userActions.unlock.path)).toEqual([{ user_id: 7 }]));
});

test.each([
  [1, [true, true, false]],
  [0, [true, false, false]],
])(
  'role %i seals neither oneself nor, unless it is one, a super administrator',
  async (role_id, expected) => {
    signInAs(role_id);
    await show(user(1, { role_id }), user(2, { role_id: 0 }), user(3, {}));
    const disabled = screen
      .getAllByRole<HTMLButtonElement>('button', { name: '封停' })
      .map((one) => one.disabled);
    expect(disabled).toEqual(expected);
  },
);

test('sealing several names the first few of them and says how many more', async () => {
  const server = await show(...[11, 12, 13, 14, 15, 16, 17].map((user_id) => user(user_id, {})));
  fireEvent.click(screen.getAllByRole('checkbox', { name: '选择本页全部' })[0] as HTMLElement);
  fireEvent.click(screen.getAllByRole('button', { name: '封停' }).at(-1) as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('封停选中的 7 个账号？');
  expect(dialog.textContent).toContain('用户11 user11、用户12 user12、');
  expect(dialog.textContent).toContain('用户15 user15，另有 2 个');
  expect(server.inputsOf(userActions.seal.path)).toEqual([]);
  await agree('封停');
  await waitFor(() =>
    expect(server.inputsOf(userActions.seal.path)).toEqual([
      { user_id: [11, 12, 13, 14, 15, 16, 17], sealed: true },
    ]),
  );
});

test('neither oneself nor the super administrator can be deleted, alone or among others; it says why', async () => {
  signInAs(1);
  await show(user(1, { role_id: 1 }), user(2, { role_id: 0 }), user(3, {}));
  fireEvent.click(await screen.findByRole('button', { name: '更多操作：user2' }));
  const remove = await screen.findByRole('menuitem', { name: '删除' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  fireEvent.pointerEnter(within(remove).getByText('删除'));
  expect(await screen.findByText('超级管理员不能删除')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('checkbox', { name: '选择本页全部' })[0] as HTMLElement);
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: '删除' }).at(-1)?.disabled).toBe(true);
});

test('several with oneself among them cannot be sealed, but unsealed', async () => {
  await show(user(1, { role_id: 1 }), user(3, {}));
  fireEvent.click(screen.getAllByRole('checkbox', { name: '选择本页全部' })[0] as HTMLElement);
  const last = (name: string) => screen.getAllByRole<HTMLButtonElement>('button', { name }).at(-1);
  expect(last('封停')?.disabled).toBe(true);
  expect(last('解除封停')?.disabled).toBe(false);
});
