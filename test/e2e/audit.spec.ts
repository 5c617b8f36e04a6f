import type { Page } from '@playwright/test';
import { expect, spaced, test } from './signed-in.ts';

const audit = '/assistconfigs/audit';
const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });

test('a change is found with who, what, before and after', async ({ open }) => {
  const on = await open('/userconfigs/users?keyword=learner');
  await row(on, 'learner').getByRole('button', { name: '编辑' }).click();
  await on.getByRole('dialog').getByLabel('备注').fill('审计这一笔');
  await on
    .getByRole('dialog')
    .getByRole('button', { name: spaced('保存') })
    .click();
  await expect(row(on, '审计这一笔')).toBeVisible();

  await on.getByRole('menuitem', { name: '辅助配置' }).click();
  await on.getByRole('menuitem', { name: '审计日志' }).click();
  const newest = on.locator('tbody').getByRole('row').filter({ hasText: '用户' }).first();
  await expect(newest).toContainText('林清岚');
  await expect(newest).toContainText('修改');
  await newest.getByRole('button', { name: '展开详情' }).click();
  const details = on.locator('.ant-table-expanded-row');
  await expect(details.getByRole('row').filter({ hasText: '备注' })).toContainText('审计这一笔');
  await expect(details).not.toContainText('13800000004');
  await details.getByRole('button', { name: /未变化的字段/ }).click();
  await expect(details).toContainText('13800000004');
  await expect(details).toContainText('学员');
});

test('entries are filtered by kind, person and time, and the address keeps it', async ({ open }) => {
  const on = await open(audit);
  await on.getByRole('combobox', { name: '操作', exact: true }).click();
  await on.locator('.ant-select-dropdown').getByTitle('登录', { exact: true }).click();
  await expect(on).toHaveURL(/action=sign_in/);
  await expect(row(on, '新增')).toHaveCount(0);
  await expect(row(on, '127.0.0.1').first()).toBeVisible();

  await on.getByRole('button', { name: spaced('重置') }).click();
  await on.getByPlaceholder('开始时间').click();
  await on.getByText('昨天', { exact: true }).click();
  await expect(on).toHaveURL(/at_from=.*at_to=/);
  await expect(on.getByText('没有符合条件的记录')).toBeVisible();
});

test('a refused sign-in is on record', async ({ open, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await other.locator('input[name=account]').fill('learner');
  await other.locator('input[name=password]').fill('wrong-password');
  await other.locator('button[type=submit]').click();
  await expect(other.getByText(/密码不正确|密码错误/)).toBeVisible();
  await other.context().close();
  const on = await open(`${audit}?action=sign_in_refused`);
  await on.getByRole('button', { name: '展开详情' }).first().click();
  await expect(on.locator('.ant-table-expanded-row').getByRole('row').last()).toContainText(/原因.*密码/);
});
