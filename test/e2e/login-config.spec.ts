import { expect, spaced, test } from './signed-in.ts';

const config = '/userconfigs/loginconfig';

test('limits are explained, checked, saved and kept', async ({ open }) => {
  const on = await open(config);
  const minutes = on.getByLabel('锁定时长');
  await expect(on.getByText('再次锁定时加倍，最长一天；管理员可在用户管理中提前解锁')).toBeVisible();
  await expect(on.getByRole('button', { name: spaced('保存') })).toBeDisabled();
  await minutes.fill('2000');
  await minutes.blur();
  await expect(on.getByText('不能大于 1440')).toBeVisible();
  await minutes.fill('20');
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByText('登录配置已保存')).toBeVisible();
  await on.reload();
  await expect(minutes).toHaveValue('20');
  // Registration must not grant the super administrator role.
  await on.getByLabel('注册后的角色').click();
  const option = on.locator('.ant-select-dropdown').getByTitle('超级管理员', { exact: true });
  await expect(option).toHaveClass(/disabled/);
});

test('two administrators do not overwrite each other', async ({ open, browser }) => {
  const on = await open(config);
  await expect(on.getByLabel('锁定时长')).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await open.as(other, config, 'admin');
  await other.getByLabel('每个账号最多登录设备数').fill('9');
  await other.getByRole('button', { name: spaced('保存') }).click();
  await expect(other.getByText('登录配置已保存')).toBeVisible();
  await other.context().close();

  await on.getByLabel('锁定时长').fill('25');
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByText('这条记录刚被他人修改')).toBeVisible();
  await expect(on.getByLabel('每个账号最多登录设备数')).toHaveValue('9');
  await expect(on.getByLabel('锁定时长')).toHaveValue('25');
  await on.getByRole('button', { name: '再次保存' }).click();
  await expect(on.getByText('登录配置已保存')).toBeVisible();
});
