import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre';
import { seriousProblems } from './axe.ts';
import { expect, type Station, test, wireTime } from './station.ts';

const others = { a21026: 10, a21004: 20, a21005: 0.5, a05024: 60, a34002: 40 };

test('a day’s hours are on its report with their index and sums, in both languages', async ({
  open,
  stations,
}) => {
  const station = await stations.site('报表站');
  const on = await open('/datareports/daily?date=2026-11-01');
  await pick(on, '报表站', station);
  await expect(on).toHaveURL(/site_ids=\d+/);

  // Hours of air data are labelled by their end: the hour from 08:00 is 09:00.
  const line = on.getByRole('row', { name: /^09:00/ });
  await expect(async () => {
    station.sendHour('2026-11-01T08:00:00+08:00', { ...others, a34004: 61 });
    station.sendHour('2026-11-01T09:00:00+08:00', { ...others, a34004: 20 });
    await on.reload();
    await expect(line).toContainText('101', { timeout: 3000 });
  }).toPass();
  await expect(line).toContainText('轻度污染');
  // It is visible regardless of the number of factors before it, also on a narrow screen.
  await on.setViewportSize({ width: 700, height: 768 });
  await expect(line.getByRole('button', { name: '101' })).toBeInViewport({ ratio: 1 });
  await on.setViewportSize({ width: 1366, height: 768 });
  await expect(line).toContainText('PM₂.₅');
  await expect(on.getByRole('row', { name: /^10:00/ })).toContainText('优');
  await expect(on.getByRole('row', { name: /^有效数/ })).toContainText('2/24');
  await expect(on.getByText('评价依据：HJ 633-2026')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  // From the daily mean to one of its hours, and back.
  await on
    .getByRole('row', { name: /^平均值/ })
    .getByRole('button', { name: '40', exact: true })
    .first()
    .click();
  const why = on.getByRole('dialog', { name: '计算过程' });
  await expect(why).toContainText('24 个小时中 2 个有效，至少需要 20 个');
  await why.getByRole('button', { name: '2026-11-01 09:00' }).click();
  await expect(why).toContainText('61 µg/m³');
  await expect(why).toContainText('这一小时没有分钟数据');
  await expect(why.getByRole('link', { name: '原始报文' })).toHaveAttribute(
    'href',
    /data_time_from=2026-11-01T00/,
  );
  expect(await seriousProblems(on)).toEqual([]);
  await why.getByRole('button', { name: '返回上一级' }).click();
  await expect(why).toContainText('有效数据不足，不用于评价');
  await on.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await line.getByRole('button', { name: '101' }).click();
  await expect(on.getByRole('dialog', { name: '计算过程' })).toContainText('HJ 633-2026');
  await on.keyboard.press('Escape');

  await on.getByRole('button', { name: '导出' }).click();
  const download = on.waitForEvent('download');
  await on.getByRole('menuitem', { name: /Excel/ }).click();
  const { sheets } = await readXlsx(await readFile(await (await download).path()));
  expect(sheets[0]?.rows[0]?.[0]).toContain('日报表 2026-11-01');

  // New data appear automatically.
  station.sendHour('2026-11-01T08:00:00+08:00', { ...others, a34004: 200 });
  await expect(line).toContainText('250');
  await expect(line).toContainText('重度污染');
  await expect(on.getByRole('row', { name: /^最大值/ })).toContainText('200');

  // In print the dark theme becomes dark on white, and levels keep their colours below their values.
  await on.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await on.emulateMedia({ media: 'print' });
  const mean = on
    .getByRole('row', { name: /^平均值/ })
    .getByRole('cell')
    .first();
  await expect(mean).toHaveCSS('color', 'rgb(20, 34, 42)');
  await expect(line.getByText('250')).toHaveCSS('print-color-adjust', 'exact');
  await on.emulateMedia({ media: 'screen' });

  // Comparison with another site by index: an hour opens its explanation there, too.
  await pick(on, '对照站', await stations.site('对照站'));
  await on.getByText('站点对比').click();
  await on.getByRole('combobox', { name: '因子' }).click();
  await on.getByTitle('AQI').click();
  await expect(on).toHaveURL(/judged=aqi/);
  await expect(on.getByRole('columnheader', { name: /对照站/ })).toBeVisible();
  await expect(on.getByRole('row', { name: /^日 AQI/ })).toContainText('NA');
  await on.emulateMedia({ media: 'print' });
  await expect(on.getByRole('combobox', { name: '因子' })).toBeHidden();
  await on.emulateMedia({ media: 'screen' });
  await line.getByRole('button', { name: '250' }).click();
  await expect(on.getByRole('dialog', { name: '计算过程' })).toContainText('HJ 633-2026');
  await on.keyboard.press('Escape');

  const english = await on.context().newPage();
  await open.as(english, `/datareports/monthly${new URL(on.url()).search}`, 'admin', { language: 'en' });
  await expect(english.getByRole('heading', { name: 'Monthly report' })).toBeVisible();
  await expect(english.getByRole('row', { name: /^1 Nov/ })).toContainText('NA');
});

test('a schedule makes a report, which is kept to be fetched', async ({ open, stations }) => {
  const station = await stations.site('定时站');
  const on = await open('/datareports/daily?tab=schedules');
  await on.getByRole('button', { name: '新增' }).first().click();
  const form = on.getByRole('dialog', { name: '新增定时报表' });
  const name = `早报 ${station.mn}`;
  await form.getByLabel('名称').fill(name);
  await form.getByRole('button', { name: '保存' }).click();
  const row = on.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('日报');
  const yesterday = wireTime(new Date(Date.now() - 86_400_000));
  const day = `${yesterday.slice(0, 4)}-${yesterday.slice(4, 6)}-${yesterday.slice(6, 8)}`;
  station.sendHour(`${day}T08:00:00+08:00`, { ...others, a34004: 61 });
  expect(await seriousProblems(on)).toEqual([]);

  const file = on.getByRole('row').filter({ hasText: `${name} ${day}.xlsx` });
  await expect(async () => {
    await on.getByRole('tab', { name: '定时报表' }).click();
    await row.getByRole('button', { name: '立即生成' }).click();
    await on.getByRole('tab', { name: '已存报表' }).click();
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(file).toContainText('已生成', { timeout: 5000 });
  }).toPass();
  expect(await seriousProblems(on)).toEqual([]);
  const download = on.waitForEvent('download');
  await file.getByRole('button', { name: '下载' }).click();
  const { sheets } = await readXlsx(await readFile(await (await download).path()));
  expect(sheets.map((sheet) => sheet.name).join()).toContain('定时站');
});

async function pick(on: Page, name: string, { mn }: Station): Promise<void> {
  await on.getByRole('button', { name: /^站点/ }).click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  await picker.getByRole('textbox', { name: /MN 号/ }).fill(mn);
  await expect(picker.getByText('1 个站点', { exact: true })).toBeVisible();
  await picker.getByText(`${name} ${mn}`).click();
  await on.keyboard.press('Escape');
}
