import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });
const head = '站点名称,MN 号,省份,城市,区县,详细地址,经度,纬度,测量间隔,协议,产品线,监测因子';
const line = (name: string, mn: string, more: { province?: string; interval?: number } = {}) =>
  `${name},${mn},${more.province ?? '山东省'},济南市,历下区,解放路,117,36.6,${more.interval ?? 60},HJ 212-2017,微型站,SO2、NO2`;
const file = (...lines: string[]) => ({
  name: 'sites.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...lines].join('\r\n')),
});

test('sites are checked row by row, imported whole, exported, and one is copied', async ({
  open,
  stations,
}) => {
  const taken = await stations.site('已有站');
  const names = (at: number): [string, string] => [`批量 ${taken.mn} ${at}`, `${taken.mn}-${at}`];
  const on = await open(`/siteconfigs/sites?keyword=${encodeURIComponent(taken.mn)}`);
  await on.getByRole('button', { name: '导入' }).click();
  const dialog = on.getByRole('dialog', { name: '导入站点' });
  const template = on.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toBe('站点管理.xlsx');

  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      file(
        line(...names(1)),
        line('重号站', taken.mn),
        line(...names(2), { province: '无此省' }),
        line(...names(3), { interval: 0 }),
      ),
    );
  await expect(dialog.getByText('3 行有误')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: '重号站' })).toContainText('已存在，请勿重复 (54)');
  await expect(dialog.getByRole('row').filter({ hasText: '无此省' })).toContainText('(24)');
  await expect(dialog.getByRole('row').filter({ hasText: names(3)[1] })).toContainText('不能小于 1 (61)');
  await expect(dialog.getByRole('button', { name: '导入 1 行' })).toBeDisabled();
  expect(await seriousProblems(on)).toEqual([]);

  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await dialog.locator('input[type=file]').setInputFiles(file(line(...names(1)), line(...names(2))));
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('已导入 2 行')).toBeVisible();
  await dialog
    .getByRole('button', { name: spaced('关闭') })
    .last()
    .click();
  await expect(row(on, names(2)[1])).toBeVisible();
  await expect(on.getByText('共 3 条')).toBeVisible();

  await row(on, names(1)[1])
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '复制' }).click();
  const copy = on.getByRole('dialog', { name: `复制“${names(1)[0]}”` });
  await copy.getByLabel('站点名称').fill(names(2)[0]);
  await copy.getByLabel('MN 号').fill(names(4)[1]);
  await on.keyboard.press('Enter');
  await expect(copy.locator('.ant-form-item').filter({ hasText: '站点名称' })).toContainText('已存在');
  await copy.getByLabel('站点名称').fill(names(4)[0]);
  await on.keyboard.press('Enter');
  await expect(copy).toBeHidden();
  await expect(row(on, names(4)[1])).toContainText('历下区');

  const download = on.waitForEvent('download');
  await on.getByRole('button', { name: '导出' }).click();
  await on.getByRole('menuitem', { name: '导出 CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n').filter((one) => one.includes(taken.mn))).toHaveLength(4);
});
