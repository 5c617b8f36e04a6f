import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { withUser } from './people.ts';
import { expect, test } from './signed-in.ts';

const sheet = (on: Page, name: string) => on.getByRole('region', { name });

test('a group gets members, and a roster whose gaps and overlaps are shown', async ({ open }) => {
  const on = await open('/userconfigs/usergroups');
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('textbox', { name: '* 用户组名称' }).fill('夜间值守');
  await on.keyboard.press('Enter');
  await on
    .getByRole('row')
    .filter({ hasText: '夜间值守' })
    .getByRole('button', { name: '成员与值班' })
    .click();

  const group = sheet(on, '夜间值守');
  await group.getByRole('combobox', { name: '选择要加入的用户' }).click();
  for (const account of ['operator', 'manager']) {
    await on.keyboard.type(account);
    await on.locator('.ant-select-item-option').filter({ hasText: account }).click();
  }
  await on.keyboard.press('Escape');
  await group.getByRole('button', { name: '加入', exact: true }).click();
  await expect(group.getByRole('row').filter({ hasText: 'operator' })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  await group.getByRole('tab', { name: '值班表' }).click();
  await expect(group.getByText('全周', { exact: true })).toBeVisible();
  await group.getByRole('button', { name: '新增班次' }).click();
  await group.getByRole('button', { name: '保存值班表' }).click();
  await expect(group.getByText(/^请选择值班人和至少一天/)).toBeVisible();
  await group.getByRole('combobox', { name: '值班人' }).click();
  await on.keyboard.press('Enter');
  await expect(group.getByRole('region', { name: '无人值班的时段' })).toContainText(
    '周五 20:00 – 周一 08:00',
  );
  await group.getByRole('button', { name: '新增班次' }).click();
  await group.getByRole('combobox', { name: '值班人' }).last().click();
  await on.keyboard.press('ArrowDown');
  await on.keyboard.press('Enter');
  await group.getByLabel('开始时间').last().fill('19:00');
  await group.getByLabel('结束时间').last().fill('08:00');
  await expect(group.getByText('次日')).toBeVisible();
  await expect(group.getByRole('region', { name: '班次重叠的时段' })).toContainText('周一 19:00 – 20:00');
  expect(await seriousProblems(on)).toEqual([]);
  await group.getByRole('button', { name: '保存值班表' }).click();
  await expect(on.getByText('值班表已保存')).toBeVisible();
  await on.reload();
  await expect(group.getByLabel('开始时间')).toHaveCount(2);
});

test('the menu is put into order, hidden and renamed, and the side menu follows', async ({ open }) => {
  const on = await open('/muneconfigs/menus');
  const side = on.getByRole('navigation', { name: '侧边导航' });
  const group = sheet(on, '系统配置');
  await group.getByRole('button', { name: '展开 菜单配置' }).click();
  await expect(side.getByRole('menuitem', { name: /^菜单/ })).toHaveText(['菜单权限', '菜单列表']);
  const up = group.getByRole('button', { name: '上移“菜单列表”' });
  await up.focus();
  await on.keyboard.press('Alt+ArrowUp');
  await expect(side.getByRole('menuitem', { name: /^菜单/ })).toHaveText(['菜单列表', '菜单权限']);
  await group.getByRole('button', { name: '隐藏“菜单权限”' }).click();
  await expect(side.getByRole('menuitem', { name: '菜单权限' })).toHaveCount(0);
  await group.getByRole('button', { name: '编辑“菜单列表”' }).click();
  await on.getByRole('textbox', { name: '* 菜单名称' }).fill('导航');
  await on.keyboard.press('Enter');
  await expect(side.getByRole('menuitem', { name: '导航' })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  await group.getByTitle('拖动“站点配置”').dragTo(group.getByTitle('拖动“用户配置”'));
  await expect(side.getByRole('menuitem', { name: /配置$/ }).first()).toHaveText('站点配置');

  // Hiding does not restrict access: the address still works.
  await on.goto('/muneconfigs/menupermissions');
  await on.getByRole('button', { name: /^角色管理/ }).click();
  const entry = sheet(on, '角色管理');
  await expect(entry).toContainText('没有额外要求');
  await entry.getByRole('checkbox', { name: '新增、编辑和删除角色', exact: true }).check();
  expect(await seriousProblems(on)).toEqual([]);
  await entry.getByRole('button', { name: '保存' }).click();
  await expect(entry).toContainText('还须拥有以下任一权限：新增、编辑和删除角色');
  // The sentence reflects the ticked powers, the list the stored ones.
  await expect(on.getByRole('button', { name: '角色管理 1 项' })).toBeVisible();

  // Restore the seeded menu, which other tests rely on.
  await entry.getByRole('checkbox', { name: '新增、编辑和删除角色', exact: true }).uncheck();
  await entry.getByRole('button', { name: '保存' }).click();
  await expect(on.getByRole('button', { name: '角色管理', exact: true })).toBeVisible();
  await on.goto('/muneconfigs/menus');
  await group.getByTitle('拖动“用户配置”').dragTo(group.getByTitle('拖动“站点配置”'));
  await expect(side.getByRole('menuitem', { name: /配置$/ }).first()).toHaveText('用户配置');
  await group.getByRole('button', { name: '展开 菜单配置' }).click();
  await group.getByRole('button', { name: '显示“菜单权限”' }).click();
  await expect(side.getByRole('menuitem', { name: /^(菜单|导航)/ })).toHaveText(['导航', '菜单权限']);
  await group.getByRole('button', { name: '下移“导航”' }).click();
  await expect(side.getByRole('menuitem', { name: /^(菜单|导航)/ })).toHaveText(['菜单权限', '导航']);
  await group.getByRole('button', { name: '编辑“导航”' }).click();
  await on.getByRole('textbox', { name: '* 菜单名称' }).fill('菜单列表');
  await on.keyboard.press('Enter');
  await expect(side.getByRole('menuitem', { name: /^菜单/ })).toHaveText(['菜单权限', '菜单列表']);
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'logo.png', mimeType: 'image/png', buffer: onePixel };

test('a theme is seen while it is made, and by its users at their next step', async ({ open, browser }) => {
  const on = await open('/userconfigs/themeconfig', 'admin', 'en');
  await on.getByRole('button', { name: 'Add' }).first().click();
  const form = on.getByRole('dialog', { name: /theme/ });
  const preview = form.getByRole('region', { name: 'Preview' });
  await form.getByRole('textbox', { name: '* Theme name' }).fill('Jinan');
  await form.getByRole('textbox', { name: 'Platform title' }).fill('Jinan Air');
  await expect(preview).toContainText('Jinan Air');
  await form.locator('input[type=file]').setInputFiles(picture);
  await expect(preview.locator('img')).toHaveAttribute('src', /^\/file\/picture\//);
  expect(await seriousProblems(on)).toEqual([]);
  await on.keyboard.press('Escape');
  await on.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Save' }).last().click();
  const row = on.getByRole('row').filter({ hasText: 'Jinan' });
  await expect(row).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await open.as(other, '/personal', 'learner');
  await row.getByRole('button', { name: 'Users' }).click();
  await on.getByRole('combobox', { name: 'Choose users' }).fill('learner');
  await on.locator('.ant-select-item-option').filter({ hasText: 'learner' }).click();
  await on.getByText('Users of “Jinan”').click();
  await on.getByRole('button', { name: 'Add', exact: true }).last().click();
  await expect(on.getByRole('button', { name: /^Remove the theme from/ })).toBeVisible();
  await other.getByRole('link', { name: '首页', exact: true }).first().click();
  await expect(other).toHaveTitle('Jinan Air');
  await other.context().close();
  await on.getByRole('button', { name: /^Remove the theme from/ }).click();
  await expect(on.getByText('Nobody uses this theme yet')).toBeVisible();
});

test('the personal center: a portrait, another device signed out, and what to be told of', async ({
  open,
  browser,
  request,
}) => {
  await withUser(request, async (account) => {
    const other = await (await browser.newContext()).newPage();
    await open.as(other, '/personal', account);
    const on = await open('/personal', account);
    await on.locator('input[type=file]').setInputFiles(picture);
    await expect(on.getByRole('button', { name: /用户菜单/ }).locator('img')).toBeVisible();
    await on.getByRole('button', { name: '移除图片' }).click();
    await expect(on.getByRole('button', { name: /用户菜单/ }).locator('img')).toHaveCount(0);

    await on.getByRole('group', { name: '电子邮件' }).getByRole('checkbox', { name: '报警' }).check();
    const save = on.getByRole('button', { name: '保存通知设置' });
    await save.click();
    await expect(on.getByText('不能为空')).toBeVisible();
    await on.getByLabel('电子邮箱').fill('a@b.cn');
    await save.click();
    await expect(save).toBeDisabled();
    expect(await seriousProblems(on)).toEqual([]);

    await on.getByRole('button', { name: '退出登录' }).last().click();
    await on.getByRole('button', { name: '退出登录' }).last().click();
    await expect(on.getByText('已在那台设备上退出登录')).toBeVisible();
    open.expects(/status of 40\d/);
    await other.getByRole('link', { name: '首页', exact: true }).first().click();
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  });
});
