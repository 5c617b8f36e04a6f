import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

const page = '/siteconfigs/devicefactors';
const sheet = (on: Page) => on.getByRole('region', { name: '设备因子管理' });
const rows = (on: Page) => sheet(on).locator('tbody tr');
const save = (on: Page) => sheet(on).getByRole('button', { name: '保存因子' }).click();

async function pickSite(on: Page, label: RegExp, mn: string) {
  await on.getByRole('button', { name: label }).click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  await picker.getByRole('textbox', { name: /MN 号/ }).fill(mn);
  // The row moves until the others are filtered out.
  await expect(picker.getByText('1 个站点', { exact: true })).toBeVisible();
  await picker.getByText(mn, { exact: true }).click();
}

async function addFactor(on: Page, name: string) {
  await sheet(on).getByRole('combobox', { name: '增加因子' }).fill(name);
  await on.locator('.ant-select-dropdown:visible').getByTitle(name).first().click();
}

test('a site’s factors are chosen, ordered, corrected and copied to another site', async ({
  open,
  stations,
  browser,
}) => {
  const [first, second] = [await stations.site('因子站'), await stations.site('照抄站')];
  const on = await open(page);
  await expect(on.getByText('请先选择站点')).toBeVisible();
  await pickSite(on, /^站点/, first.mn);
  await expect(sheet(on)).toContainText('还没有配置因子');
  await addFactor(on, '细颗粒物');
  await addFactor(on, '臭氧');
  await addFactor(on, '二氧化硫');
  await expect(rows(on)).toHaveCount(3);
  // One with the arrow button, one by dragging.
  await sheet(on).getByRole('button', { name: '上移“臭氧”' }).click();
  await sheet(on).getByTitle('拖动“二氧化硫”').dragTo(rows(on).first());
  await expect(rows(on).first()).toContainText('二氧化硫');
  await sheet(on).getByLabel('斜率 K：臭氧').fill('0');
  await sheet(on).getByLabel('量程下限：细颗粒物').fill('5');
  await sheet(on).getByLabel('量程上限：细颗粒物').fill('1');
  await save(on);
  await expect(rows(on).filter({ hasText: '臭氧' })).toContainText('不能为 0');
  await expect(rows(on).filter({ hasText: '细颗粒物' })).toContainText('不能小于下限');
  expect(await seriousProblems(on)).toEqual([]);
  await sheet(on).getByLabel('斜率 K：臭氧').fill('1.05');
  await sheet(on).getByLabel('量程上限：细颗粒物').fill('1000');
  await save(on);
  await expect(sheet(on).getByRole('button', { name: '保存因子' })).toBeDisabled();
  await on.reload();
  await expect(rows(on)).toHaveCount(3);
  await expect(rows(on).first()).toContainText('二氧化硫');
  await expect(sheet(on).getByLabel('斜率 K：臭氧')).toHaveValue('1.05');
  await sheet(on).getByRole('link', { name: '改动记录' }).click();
  await expect(on.getByRole('row').filter({ hasText: first.mn })).toHaveCount(1);
  await on.goBack();
  await expect(rows(on)).toHaveCount(3);

  // A second administrator saves during the first one's edit.
  await sheet(on).getByLabel('小数位数：二氧化硫').fill('1');
  const other = await (await browser.newContext()).newPage();
  await open.as(other, new URL(on.url()).pathname + new URL(on.url()).search, 'manager');
  await sheet(other).getByLabel('截距 B：细颗粒物').fill('2');
  await save(other);
  await expect(sheet(other).getByRole('button', { name: '保存因子' })).toBeDisabled();
  await other.context().close();
  await save(on);
  await expect(sheet(on)).toContainText('对方改动了：细颗粒物');
  await expect(sheet(on).getByLabel('小数位数：二氧化硫')).toHaveValue('1');
  await expect(sheet(on).getByLabel('截距 B：细颗粒物')).toHaveValue('2');

  await save(on);
  await expect(sheet(on).getByRole('button', { name: '保存因子' })).toBeDisabled();

  await pickSite(on, /^站点/, second.mn);
  await expect(sheet(on)).toContainText('还没有配置因子');
  await pickSite(on, /^从其他站点复制/, first.mn);
  await expect(rows(on)).toHaveCount(3);
  await expect(sheet(on).getByLabel('小数位数：二氧化硫')).toHaveValue('1');
  await expect(sheet(on).getByLabel('斜率 K：臭氧')).toHaveValue('1');
  await on.getByRole('menuitem', { name: '站点管理' }).click();
  await expect(on.getByText('有未保存的修改').last()).toBeVisible();
  await on.getByRole('button', { name: '继续编辑' }).click();
  await sheet(on).getByRole('button', { name: '放弃改动' }).click();
  await on
    .getByRole('dialog', { name: '有未保存的修改' })
    .getByRole('button', { name: spaced('放弃改动') })
    .click();
  await expect(rows(on)).toHaveCount(0);
});
