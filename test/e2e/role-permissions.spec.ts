import type { Page } from '@playwright/test';
import { expect, test } from './signed-in.ts';

const operator = '/userconfigs/rolepermissions?role_id=2';
const learner = '/userconfigs/rolepermissions?role_id=4';
const effect = (on: Page) => on.getByRole('complementary', { name: '保存后的影响' });
const power = (on: Page, name: string) => on.getByRole('main').getByRole('checkbox', { name, exact: true });

test('the effect is shown before saving, and comes true', async ({ open, browser }) => {
  const on = await open(operator);
  await expect(effect(on)).toContainText('还没有改动');
  await expect(effect(on).getByRole('button', { name: '保存权限' })).toBeDisabled();
  await power(on, '轨迹地图').uncheck();
  await power(on, '审计日志').check();
  await power(on, '查看审计日志').check();
  await expect(effect(on)).toContainText('影响 1 个用户');
  await expect(effect(on)).toContainText('菜单中将消失');
  await expect(effect(on)).toContainText('轨迹地图');
  await expect(effect(on)).toContainText('将可以');
  await on.getByRole('checkbox', { name: '只看改动' }).check();
  await expect(power(on, '轨迹地图')).toBeVisible();
  await expect(power(on, '历史数据查询')).toBeHidden();
  await effect(on).getByRole('button', { name: '保存权限' }).click();
  await expect(on.getByText('权限已保存')).toBeVisible();
  await expect(effect(on)).toContainText('还没有改动');

  const other = await (await browser.newContext()).newPage();
  await open.as(other, '/assistconfigs/audit', 'operator');
  await expect(other.getByRole('heading', { name: '审计日志' })).toBeVisible();
  await other.goto('/dataanalysis/historicaldata');
  await expect(other.getByRole('menuitem', { name: '历史数据查询' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: '轨迹地图' })).toHaveCount(0);
  await other.context().close();
});

test('search and groups find a permission by name or code', async ({ open }) => {
  const on = await open(operator);
  await on.getByRole('textbox', { name: '查找权限名称或编码' }).fill('login_limit');
  await expect(on.getByRole('main').getByRole('checkbox', { name: /登录配置/ })).toHaveCount(2);
  await on.getByRole('checkbox', { name: '用户与权限操作' }).check();
  await expect(effect(on)).toContainText('维护登录配置');
  await expect(effect(on)).not.toContainText('维护用户');
  await on.getByRole('textbox', { name: '查找权限名称或编码' }).fill('no such thing');
  await expect(on.getByText('没有匹配的权限')).toBeVisible();
});

test('the super administrator has everything and cannot be changed', async ({ open }) => {
  const on = await open('/userconfigs/rolepermissions?role_id=0');
  await expect(on.getByText('超级管理员拥有全部权限，不可更改')).toBeVisible();
  await expect(on.getByRole('button', { name: '保存权限' })).toHaveCount(0);
});

test('changes that are not saved are not lost by a stray click', async ({ open }) => {
  const on = await open(operator);
  await power(on, '月报数据').uncheck();
  await on.getByRole('button', { name: /^学员/ }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await on.getByRole('button', { name: '继续编辑' }).click();
  await expect(power(on, '月报数据')).not.toBeChecked();
  await on.getByRole('menuitem', { name: '角色管理' }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await on.getByRole('button', { name: '继续编辑' }).click();
  await expect(power(on, '月报数据')).not.toBeChecked();
});

test('two administrators ticking one role lose neither’s change', async ({ open, browser }) => {
  const on = await open(learner);
  const other = await (await browser.newContext()).newPage();
  await open.as(other, learner, 'manager');
  await power(on, '上传文件').check();
  await power(other, '日报数据').check();
  await other.getByRole('button', { name: '保存权限' }).click();
  await expect(other.getByText('权限已保存')).toBeVisible();
  await other.context().close();

  await on.getByRole('button', { name: '保存权限' }).click();
  await expect(effect(on)).toContainText('他人刚刚修改了此角色的权限');
  await expect(effect(on)).toContainText('对方增加了');
  await expect(power(on, '上传文件')).toBeChecked();
  await on.getByRole('button', { name: '并入对方的改动' }).click();
  await on.getByRole('button', { name: '保存权限' }).click();
  await expect(on.getByText('权限已保存')).toBeVisible();
  await on.reload();
  await expect(power(on, '上传文件')).toBeChecked();
  await expect(power(on, '日报数据')).toBeChecked();
});

test('an auditor may look at a role but not change it', async ({ open }) => {
  const on = await open(operator, 'auditor');
  await expect(on.getByText('您只能查看，不能修改')).toBeVisible();
  await expect(power(on, '月报数据')).toBeDisabled();
});
