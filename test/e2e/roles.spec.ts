import type { Page } from '@playwright/test';
import { expect, spaced, test } from './signed-in.ts';

const page = '/userconfigs/roles';
const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });

async function addRole(on: Page, name: string) {
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('dialog').getByLabel('角色名称').fill(name);
  await on.keyboard.press('Enter');
  await expect(row(on, name)).toBeVisible();
}

test('a role is added, found, sorted, and deleted after a question; built-in ones stay', async ({ open }) => {
  const on = await open(page);
  await expect(row(on, '超级管理员')).toContainText('内置');
  await expect(row(on, '超级管理员').getByRole('button', { name: '删除' })).toBeDisabled();
  await addRole(on, '夜班值守');
  await expect(row(on, '夜班值守')).toContainText('自定义');
  await on.getByRole('textbox', { name: '角色名称或备注' }).fill('夜班');
  await expect(row(on, '管理员')).toHaveCount(0);
  await expect(on).toHaveURL(/keyword=/);
  await on.getByRole('button', { name: spaced('重置') }).click();
  await on.getByRole('columnheader', { name: '权限数' }).click();
  await expect(on).toHaveURL(/sort=power_count/);
  await row(on, '夜班值守')
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '删除' }).click();
  await expect(on.getByRole('dialog')).toContainText('删除“夜班值守”？');
  await on
    .getByRole('dialog')
    .getByRole('button', { name: spaced('删除') })
    .click();
  await expect(row(on, '夜班值守')).toHaveCount(0);
});

test('what is opened while the last drawer still slides away is opened', async ({ open }) => {
  const on = await open(page);
  await on.getByRole('button', { name: '新增' }).first().click();
  await on
    .getByRole('dialog')
    .getByRole('button', { name: spaced('取消') })
    .click();
  await row(on, '运维人员').getByRole('button', { name: '编辑' }).dispatchEvent('click');
  const drawer = on.getByRole('dialog').filter({ hasText: '编辑角色' });
  await expect(drawer.getByLabel('角色名称')).toHaveValue('运维人员');
  await expect(on.getByRole('dialog').filter({ hasText: '新增角色' })).toHaveCount(0);
  // Longer than the closing animation of the first drawer.
  await on.waitForTimeout(600);
  await expect(drawer).toBeVisible();
});

test('the list speaks English too', async ({ open }) => {
  const on = await open(page, 'admin', 'en');
  await expect(row(on, 'Super administrator')).toContainText('Built in');
  await row(on, 'Operator').getByRole('button', { name: 'Permissions' }).click();
  await expect(on.getByRole('heading', { name: 'Role permissions' })).toBeVisible();
  await expect(on).toHaveURL(/role_id=2/);
});
