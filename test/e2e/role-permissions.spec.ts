import type { Page } from '@playwright/test';
import { expect, test } from './signed-in.ts';

const operator = '/userconfigs/rolepermissions?role_id=2';
const effect = (on: Page) => on.getByRole('complementary', { name: '保存后的影响' });
const save = async (on: Page) => {
  await effect(on).getByRole('button', { name: '保存权限' }).click();
  await expect(effect(on)).toContainText('还没有改动');
};
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
  await save(on);

  const other = await (await browser.newContext()).newPage();
  await open.as(other, '/assistconfigs/audit', 'operator');
  await expect(other.getByRole('heading', { name: '审计日志' })).toBeVisible();
  await other.goto('/dataanalysis/historicaldata');
  await expect(other.getByRole('menuitem', { name: '历史数据查询' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: '轨迹地图' })).toHaveCount(0);
  await other.context().close();

  // Restore the seeded operator, which other tests rely on.
  await on.reload();
  await power(on, '轨迹地图').check();
  await power(on, '审计日志').uncheck();
  await power(on, '查看审计日志').uncheck();
  await save(on);
});

test('search and groups find a permission by name or code', async ({ open }) => {
  const on = await open(operator);
  await on.getByRole('textbox', { name: '查找权限名称或编码' }).fill('login_limit');
  await expect(on.getByRole('main').getByRole('checkbox', { name: /登录配置/ })).toHaveCount(2);
  await on.getByRole('checkbox', { name: '用户与权限操作' }).check();
  await expect(effect(on)).toContainText('维护登录配置');
  await expect(effect(on)).not.toContainText('新增、编辑和删除用户');
  await on.getByRole('textbox', { name: '查找权限名称或编码' }).fill('no such thing');
  await expect(on.getByText('没有匹配的权限')).toBeVisible();
});

test('the super administrator has everything and cannot be changed', async ({ open }) => {
  const on = await open('/userconfigs/rolepermissions?role_id=0');
  await expect(on.getByText('超级管理员拥有全部权限，不可更改')).toBeVisible();
  await expect(on.getByRole('button', { name: '保存权限' })).toHaveCount(0);
});

/** Answers the question and waits until it is closed: the fading dialog must not be mistaken for the next one. */
async function stay(on: Page) {
  await on.getByRole('button', { name: '继续编辑' }).click();
  await expect(on.getByRole('dialog')).toHaveCount(0);
}

test('changes that are not saved are not lost by a stray click', async ({ open }) => {
  const on = await open(operator);
  await power(on, '月报表').uncheck();
  await on.getByRole('button', { name: /^学员/ }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await stay(on);
  await expect(power(on, '月报表')).not.toBeChecked();
  await on.getByRole('menuitem', { name: '角色管理' }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await stay(on);
  await expect(power(on, '月报表')).not.toBeChecked();
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a step tried while the last question still fades is asked about too', async ({ open }) => {
    const on = await open(operator);
    await power(on, '月报表').uncheck();
    const elsewhere = on.getByRole('menuitem', { name: '角色管理' }).getByRole('link');
    await elsewhere.click();
    const staying = await on.getByRole('button', { name: '继续编辑' }).elementHandle();
    // Both clicks in the same task, as with a keyboard or on a busy machine.
    await elsewhere.evaluate((link: HTMLElement, stayButton) => {
      (stayButton as HTMLElement).click();
      link.click();
    }, staying);
    await on.getByRole('button', { name: '离开' }).last().click();
    await expect(on).toHaveURL(/\/userconfigs\/roles$/);
  });
});

test('two administrators ticking one role lose neither’s change', async ({ open, browser }) => {
  const on = await open('/userconfigs/roles');
  await on.getByRole('button', { name: '新增' }).click();
  await on.getByRole('dialog').getByLabel('角色名称').fill('双人勾选');
  await on.keyboard.press('Enter');
  await on.getByRole('row').filter({ hasText: '双人勾选' }).getByRole('button', { name: '权限设置' }).click();
  await power(on, '上传文件').check();

  const other = await (await browser.newContext()).newPage();
  await open.as(other, new URL(on.url()).pathname + new URL(on.url()).search, 'manager');
  await power(other, '日报表').check();
  await save(other);
  await other.context().close();

  await effect(on).getByRole('button', { name: '保存权限' }).click();
  await expect(effect(on)).toContainText('他人刚刚修改了这里的权限');
  await expect(effect(on)).toContainText('对方增加了');
  await expect(power(on, '上传文件')).toBeChecked();
  await on.getByRole('button', { name: '并入对方的改动' }).click();
  await save(on);
  await on.reload();
  await expect(power(on, '上传文件')).toBeChecked();
  await expect(power(on, '日报表')).toBeChecked();
});

test('an auditor may look at a role but not change it', async ({ open }) => {
  const on = await open(operator, 'auditor');
  await expect(on.getByText('您只能查看，不能修改')).toBeVisible();
  await expect(power(on, '月报表')).toBeDisabled();
});
