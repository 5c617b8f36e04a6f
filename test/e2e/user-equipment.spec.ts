import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

const page = '/userconfigs/userequipment';
const effect = (on: Page) => on.getByRole('complementary', { name: '保存后的结果' });
const node = (on: Page, name: string) => on.locator('.ant-tree-treenode').filter({ hasText: name });
/** Filters for these sites, because sites of other tests could push them out of view; saving clears the search. */
const narrow = (on: Page) => on.getByRole('textbox', { name: /拼音/ }).fill('西北');
const tick = async (on: Page, name: string) => {
  await narrow(on);
  await node(on, name).locator('.ant-tree-checkbox').click();
};
const result = (on: Page, count: number) =>
  expect(effect(on)).toContainText(new RegExp(`^保存后的结果${count}个可查看的站点`));
const save = async (on: Page) => {
  await effect(on).getByRole('button', { name: '保存授权' }).click();
  await expect(effect(on).getByRole('button', { name: '保存授权' })).toBeDisabled();
};

const gansu = { province_code: '620000', city_code: '620100', area_code: '620102' };
const qinghai = { province_code: '630000', city_code: '630100', area_code: '630102' };
const ningxia = { province_code: '640000', city_code: '640100', area_code: '640104' };

test('sites are given by place, the count is shown first and comes true, also for sites added later', async ({
  open,
  stations,
  browser,
}) => {
  const first = await stations.site('西北兰州', gansu);
  await stations.site('西北西宁', qinghai);
  await stations.site('西北银川', ningxia);
  const on = await open(page);
  await expect(on.getByText('请先选择用户或用户组')).toBeVisible();
  await on.getByRole('textbox', { name: '查找账号、姓名或手机号' }).fill('operator');
  await on.getByRole('button', { name: /operator 运维人员$/ }).click();
  await result(on, 0);
  await tick(on, '甘肃省');
  await result(on, 1);
  await expect(effect(on)).toContainText('将可以看到');
  await expect(effect(on)).toContainText(`西北兰州 ${first.mn}`);
  await expect(effect(on)).toContainText('会自动包含在内');
  expect(await seriousProblems(on)).toEqual([]);
  await save(on);

  const other = await (await browser.newContext()).newPage();
  await open.as(other, '/siteconfigs/sites', 'operator');
  await expect(other.getByText('共 1 条')).toBeVisible();
  const later = await stations.site('西北武威', gansu);
  await other.reload();
  await expect(other.getByRole('row').filter({ hasText: later.mn })).toBeVisible();
  await other.context().close();

  // A second administrator grants something else meanwhile: both grants remain.
  await tick(on, '青海省');
  const second = await (await browser.newContext()).newPage();
  await open.as(second, new URL(on.url()).pathname + new URL(on.url()).search, 'manager');
  await tick(second, '宁夏');
  await save(second);
  await second.context().close();
  await save(on);
  await expect(on.getByText('其间另有人改过这里的授权，双方的改动都已保留')).toBeVisible();
  await result(on, 4);
  await narrow(on);
  await expect(node(on, '宁夏').locator('.ant-tree-checkbox-checked')).toBeVisible();

  // Restore the seeded operator, which other tests rely on.
  for (const name of ['甘肃省', '青海省', '宁夏']) await tick(on, name);
  await expect(effect(on)).toContainText('将不再看到');
  await on.getByRole('menuitem', { name: '用户管理' }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await on.getByRole('button', { name: '继续编辑' }).click();
  await save(on);
  await result(on, 0);
});
