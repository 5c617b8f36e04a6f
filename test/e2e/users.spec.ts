import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { expect, spaced, test } from './signed-in.ts';

const users = '/userconfigs/users';
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const drawer = (page: Page) => page.getByRole('dialog').filter({ hasText: /新增用户|编辑用户/ });

async function addUser(page: Page, account: string, name: string, role = '学员') {
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = drawer(page);
  await form.getByLabel('账号').fill(account);
  await form.getByLabel('姓名').fill(name);
  await form.getByLabel('密码').fill('secret1');
  await form.getByLabel('角色').click();
  await page.locator('.ant-select-dropdown').getByTitle(role, { exact: true }).click();
  await form.getByRole('button', { name: spaced('保存') }).click();
  await expect(form).toBeHidden();
}

async function openMenu(page: Page, account: string, action: string) {
  await row(page, account)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('an account is added, edited, sealed, unsealed and deleted', async ({ open }) => {
  const page = await open(users);
  await addUser(page, 'e2e-life', '钱一');
  await expect(row(page, 'e2e-life')).toContainText('正常');

  await row(page, 'e2e-life').getByRole('button', { name: '编辑' }).click();
  await drawer(page).getByLabel('姓名').fill('钱一一');
  await page.keyboard.press('Enter');
  await expect(row(page, 'e2e-life')).toContainText('钱一一');

  await row(page, 'e2e-life').getByRole('button', { name: '封停' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '封停“钱一一 e2e-life”？' });
  await question.getByRole('button', { name: spaced('封停') }).click();
  await expect(row(page, 'e2e-life')).toContainText('已封停');

  await row(page, 'e2e-life').getByRole('button', { name: '解除封停' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解除封停' }).click();
  await expect(row(page, 'e2e-life')).toContainText('正常');

  await openMenu(page, 'e2e-life', '删除');
  await expect(page.getByRole('dialog')).toContainText('删除“e2e-life”？');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: spaced('删除') })
    .click();
  await expect(row(page, 'e2e-life')).toHaveCount(0);
});

test('a reset password must be typed twice alike, and is the one that signs in', async ({
  open,
  browser,
}) => {
  const page = await open(users);
  await addUser(page, 'e2e-reset', '孙二');
  await openMenu(page, 'e2e-reset', '重置密码');
  const dialog = page.getByRole('dialog').filter({ hasText: '重置“孙二 e2e-reset”的密码' });
  await dialog.getByLabel('新密码').fill('another1');
  await dialog.getByLabel('再次输入密码').fill('another2');
  await dialog.getByRole('button', { name: '重置密码' }).click();
  await expect(dialog.getByText('两次输入的密码不一致，请重新输入')).toBeVisible();
  await dialog.getByLabel('再次输入密码').fill('another1');
  await dialog.getByRole('button', { name: '重置密码' }).click();
  await expect(dialog).toBeHidden();

  const elsewhere = await (await browser.newContext()).newPage();
  await open.as(elsewhere, '/personal', 'e2e-reset', { password: 'another1' });
  await elsewhere.context().close();
});

test('several accounts are sealed and unsealed at once', async ({ open }) => {
  const page = await open(users);
  await addUser(page, 'e2e-many1', '赵甲');
  await addUser(page, 'e2e-many2', '赵乙');
  for (const account of ['e2e-many1', 'e2e-many2']) await row(page, account).getByRole('checkbox').check();
  await expect(page.getByText('已选 2 项')).toBeVisible();
  await page
    .locator('footer')
    .getByRole('button', { name: spaced('封停') })
    .click();
  const question = page.getByRole('dialog').filter({ hasText: '封停选中的 2 个账号？' });
  for (const name of ['赵甲 e2e-many1', '赵乙 e2e-many2']) await expect(question).toContainText(name);
  await question.getByRole('button', { name: spaced('封停') }).click();
  for (const account of ['e2e-many1', 'e2e-many2']) await expect(row(page, account)).toContainText('已封停');
});

test('a file is checked row by row, then imported whole or not at all', async ({ open }) => {
  const page = await open(users);
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '导入用户' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/);

  const file = (...lines: string[]) => ({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['账号,姓名,手机号,角色,密码,备注', ...lines].join('\r\n')),
  });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ ...file('e2e-in1,李一,,学员,secret1,'), name: 'renamed.xlsx' });
  await expect(page.getByText('文件格式不正确')).toBeVisible();
  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      file(
        'e2e-in1,李一,13911110001,学员,secret1,',
        'e2e-in2,李二,12345,不存在,1,',
        'admin,李三,,学员,secret1,',
      ),
    );
  await expect(dialog.getByText('2 行有误')).toBeVisible();
  await expect(dialog.getByText('请输入正确的11位手机号')).toBeVisible();
  await expect(dialog.getByText('没有名为“不存在”的角色')).toBeVisible();
  await expect(dialog.getByText('已存在，请勿重复')).toBeVisible();
  await expect(dialog.getByText('e2e-in1')).toBeHidden();
  await dialog.getByLabel('只看有误的行').uncheck();
  await expect(dialog.getByText('e2e-in1')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '导入 1 行' })).toBeDisabled();

  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles(file('e2e-in1,李一,13911110001,学员,secret1,', 'e2e-in2,李二,,运维人员,secret2,新人'));
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('已导入 2 行')).toBeVisible();
  await dialog
    .getByRole('button', { name: spaced('关闭') })
    .last()
    .click();
  await expect(row(page, 'e2e-in2')).toContainText('运维人员');
});

test('an export goes on while other pages are opened, and downloads itself', async ({ open }) => {
  const page = await open(`${users}?keyword=admin`);
  await expect(row(page, 'admin')).toBeVisible();
  // Delayed, so that the page is left before the server answers.
  await page.route(`**${jobs.startExport.path}`, async (route) => {
    await setTimeout(500);
    await route.continue();
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: '导出 CSV' }).click();
  await page
    .getByRole('link', { name: '角色管理' })
    .or(page.getByRole('menuitem', { name: '角色管理' }))
    .first()
    .click();
  const saved = await download;
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toContain('账号,姓名,手机号,角色,状态');
  expect(text).toContain('超级管理员');
  await expect(page.getByText('“用户管理”已导出')).toBeVisible();
});
