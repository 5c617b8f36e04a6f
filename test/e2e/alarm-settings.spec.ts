import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

const row = (on: Page, text: string) => on.locator('tbody').getByRole('row').filter({ hasText: text });

async function pickSite(on: Page, label: RegExp, ...mns: string[]) {
  // The last one, because the list behind a form has a filter of the same name.
  await on.getByRole('button', { name: label }).last().click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  for (const mn of mns) {
    await picker.getByRole('textbox', { name: /MN 号/ }).fill(mn);
    // The row moves until the others are filtered out.
    await expect(picker.getByText('1 个站点', { exact: true })).toBeVisible();
    await picker.getByText(mn, { exact: true }).click();
  }
}

test('a standard is tried on the past, added, changed, copied to sites, and goes out to a file and back', async ({
  open,
  stations,
}) => {
  test.setTimeout(480_000);
  const [one, two, three] = [
    await stations.site('标准站'),
    await stations.site('照抄甲'),
    await stations.site('照抄乙'),
  ];
  const hour = (ago: number) => new Date(Math.floor(Date.now() / HOUR_MS - ago) * HOUR_MS).toISOString();
  for (let ago = 10; ago > 1; ago--) one.sendHour(hour(ago), { a34004: ago === 5 ? 88 : 20 });
  const on = await open('/alarmdatas/standards');
  await on.getByRole('button', { name: '新增' }).first().click();
  const form = on.getByRole('dialog').filter({ hasText: '报警限值' });
  await form.getByText('站点', { exact: true }).first().click();
  await pickSite(on, /^站点/, one.mn);
  await form.getByRole('combobox', { name: '因子' }).fill('细颗粒物');
  await on.locator('.ant-select-dropdown:visible').getByText('细颗粒物').first().click();
  await form.getByText('自定义限值').click();
  await form.getByLabel('上限预警').fill('75');
  await form.getByLabel('上限报警').fill('60');
  await form.getByRole('button', { name: spaced('保存') }).click();
  await expect(form.getByText('报警限值不能在预警限值以内')).toBeVisible();
  await form.getByLabel('上限报警').fill('150');
  // The back-test before saving.
  await expect(async () => {
    await form.getByRole('button', { name: /回测/ }).click();
    await expect(form.getByText('会产生 1 次超标')).toBeVisible({ timeout: 5000 });
  }).toPass();
  expect(await seriousProblems(on)).toEqual([]);
  await form.getByRole('button', { name: spaced('保存') }).click();
  await expect(form).toBeHidden();
  await expect(row(on, one.mn)).toContainText('细颗粒物');

  // A change creates a new version; the old one remains readable.
  await row(on, one.mn)
    .getByRole('button', { name: spaced('编辑') })
    .click();
  await form.getByLabel('上限预警').fill('80');
  await form.getByRole('button', { name: spaced('保存') }).click();
  await expect(form).toBeHidden();
  await expect(row(on, one.mn)).toContainText('80');
  await row(on, one.mn)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '历史版本' }).click();
  const versions = on.getByRole('dialog').filter({ hasText: '第 2 版' });
  await expect(versions).toContainText('第 1 版');
  await expect(versions).toContainText('75');
  await on.keyboard.press('Escape');

  // Copy to several sites, with a preview of the effect.
  await row(on, one.mn).getByRole('button', { name: '复制到站点' }).click();
  const copy = on.getByRole('dialog').filter({ hasText: '复制标准' });
  await pickSite(on, /^目标站点/, two.mn, three.mn);
  await on.keyboard.press('Escape');
  await expect(copy).toContainText('为 2 个站点新增标准');
  await copy.getByRole('button', { name: '复制到 2 个站点' }).click();
  await expect(row(on, two.mn)).toBeVisible();
  await expect(row(on, three.mn)).toBeVisible();

  // Export, edit the file, and import it with a preview.
  const download = on.waitForEvent('download');
  await on.getByRole('button', { name: '导出' }).click();
  await on.getByRole('menuitem', { name: '导出 CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head = '', ...lines] = text.split('\r\n');
  const mine = lines.filter((line) => line.includes(two.mn) || line.includes(three.mn));
  expect(mine).toHaveLength(2);
  const changed = mine.map((line) => line.replace(/\b80\b/, '90'));
  await on.getByRole('button', { name: '导入' }).click();
  const importing = on.getByRole('dialog').filter({ hasText: '导入' });
  await importing.locator('input[type=file]').setInputFiles({
    ...{ name: 'standards.csv', mimeType: 'text/csv' },
    buffer: Buffer.from([head, ...changed].join('\r\n')),
  });
  await expect(importing.getByRole('row').filter({ hasText: two.mn })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
  await importing.getByRole('button', { name: '导入 2 行' }).click();
  await expect(importing.getByText('新增 0 行，修改 2 行，0 行不变')).toBeVisible();

  // Which standard applies at a site, and why.
  await on.goto('/alarmdatas/standards');
  await expect(row(on, two.mn)).toContainText('90');
  await row(on, one.mn)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '生效规则' }).click();
  await expect(on.getByText('本站点单独设置的标准')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
});

test('kinds are turned off and on, someone is told and it is tried out, and a window is opened and ended', async ({
  open,
  stations,
}) => {
  const station = await stations.site('维护站');
  const on = await open('/alarmdatas/configuration');
  const door = on.getByRole('article', { name: '站房开门' });
  await door.getByRole('switch').click();
  await expect(on.getByText('已停用站房开门报警')).toBeVisible();
  await door.getByRole('switch').click();
  await expect(on.getByText('已启用站房开门报警')).toBeVisible();
  const offline = on.getByRole('article', { name: '离线' });
  await offline.getByRole('button', { name: '添加例外' }).click();
  const exception = on.getByRole('dialog').filter({ hasText: '适用范围' });
  await pickSite(on, /^站点/, station.mn);
  await exception.getByLabel('至少离线').fill('30');
  await exception.getByRole('button', { name: spaced('保存') }).click();
  await expect(offline.getByRole('list', { name: '例外' })).toContainText('30');
  expect(await seriousProblems(on)).toEqual([]);

  await on.getByRole('tab', { name: '通知规则' }).click();
  await on.getByRole('button', { name: '新增' }).first().click();
  const route = on.getByRole('dialog').filter({ hasText: '通知谁' });
  await route.getByLabel('名称').fill('值班 30 分钟');
  await route.getByLabel('通知时间').fill('30');
  await route.getByRole('switch', { name: '通知所有能查看该站点的人' }).click();
  expect(await seriousProblems(on)).toEqual([]);
  await route.getByRole('button', { name: spaced('保存') }).click();
  await expect(row(on, '值班 30 分钟')).toContainText('30 分钟未确认');
  await row(on, '值班 30 分钟').getByRole('button', { name: '通知名单' }).click();
  await expect(on.getByRole('dialog').filter({ hasText: '现在会通知谁' })).toContainText('admin');
  await on.keyboard.press('Escape');

  await on.goto('/alarmdatas/configuration?tab=telling');
  await expect(on.getByText('值班 30 分钟')).toBeVisible();
  await on.getByRole('button', { name: '站内消息' }).click();
  await expect(on.getByText(/已发送至/)).toBeVisible();
  await on.getByRole('button', { name: '电子邮件' }).click();
  await expect(on.getByRole('alert')).not.toContainText('已发送至');
  expect(await seriousProblems(on)).toEqual([]);

  await on.goto('/alarmdatas/configuration?tab=templates');
  await expect(on.getByText('预览', { exact: true }).first()).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  await on.goto('/alarmdatas/configuration?tab=maintenance');
  const quick = on.getByRole('region', { name: '立即开始维护' });
  await pickSite(on, /^站点/, station.mn);
  await quick.getByLabel('原因').fill('换滤膜');
  await quick.getByRole('button', { name: '开始维护' }).click();
  await expect(row(on, '换滤膜')).toContainText('进行中');
  expect(await seriousProblems(on)).toEqual([]);
  await row(on, '换滤膜').getByRole('button', { name: '立即结束' }).click();
  await on.getByRole('dialog').getByRole('button', { name: '立即结束' }).click();
  await expect(row(on, '换滤膜')).toContainText('已结束');
});
