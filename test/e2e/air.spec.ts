import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, type Station, test } from './station.ts';

const clean = { a21026: 10, a21004: 20, a21005: 0.5, a05024: 60, a34002: 40, a34004: 20 };
const day = '2026-07-01';

/** A full day of hourly values: good air except for particles. */
function sendDay(station: Station, { on = day, particles = 75 } = {}): void {
  for (let hour = 0; hour < 24; hour += 1)
    station.sendHour(`${on}T${String(hour).padStart(2, '0')}:00:00+08:00`, { ...clean, a34004: particles });
}

const span = `from=${day}T00:00:00%2B08:00&to=2026-07-02T00:00:00%2B08:00`;

async function choose(on: Page, mn: string): Promise<void> {
  await on.getByRole('button', { name: /^站点/ }).click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  await picker.getByRole('textbox').fill(mn);
  await picker.getByText(mn).first().click();
  await on.keyboard.press('Escape');
}

test('a day is in the form with its index, which says why; it is in the calendar, and both in English', async ({
  open,
  stations,
}) => {
  const station = await stations.site('指数站');
  const on = await open(`/dataanalysis/airindexforms?${span}`);
  await choose(on, station.mn);
  const row = on.locator('tbody').getByRole('row').filter({ hasText: day });
  await expect(async () => {
    sendDay(station);
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(row).toContainText('114', { timeout: 3000 });
  }).toPass();
  await expect(row).toContainText(/PM₂.₅.*三级.*轻度污染.*橙色/);
  await expect(on.getByText('评价依据：HJ 633-2026')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  await row.getByRole('button', { name: '114' }).last().click();
  const why = on.getByRole('dialog', { name: /计算过程/ });
  await expect(why).toContainText('(150 − 100) ÷ (115 − 60) × (75 − 60) + 100 = 113.64 → 114');
  await expect(why).toContainText('24 个小时中 24 个有效，至少需要 20 个');
  await expect(why.getByRole('row').filter({ hasText: `${day} 24:00` })).toContainText('75.0');
  // To an hour without minute data, only with its own packet, and back.
  await why.getByRole('button', { name: `${day} 24:00` }).click();
  await expect(why).toContainText('这一小时没有分钟数据');
  await expect(why.getByRole('link', { name: '原始报文' })).toBeVisible();
  await why.getByRole('button', { name: '返回上一级' }).click();
  await expect(why).toContainText('24 个小时中 24 个有效，至少需要 20 个');
  expect(await seriousProblems(on)).toEqual([]);
  await on.keyboard.press('Escape');
  await expect(why).toBeHidden();

  // A day without data has a row that says so.
  await on.goto(on.url().replace('2026-07-02', '2026-07-03'));
  const gap = on.locator('tbody').getByRole('row').filter({ hasText: '2026-07-02' });
  await expect(gap).toContainText(/^2026-07-02(NA)+$/);
  await gap.getByRole('button', { name: 'NA' }).last().click();
  await expect(why).toContainText('24 个小时中 0 个有效，至少需要 20 个');
  await on.keyboard.press('Escape');
  await expect(why).toBeHidden();

  await on.getByText('日历', { exact: true }).click();
  await expect(on.getByRole('listitem', { name: day })).toContainText(/114.*轻度污染.*PM₂.₅/);
  await on.getByRole('button', { name: 'English' }).click();
  await expect(on.getByRole('listitem', { name: '01 Jul 2026' })).toContainText(/114.*Lightly polluted/);
});

test('the good rate of a month counts its days, and leads to them', async ({ open, stations }) => {
  const station = await stations.site('优良站');
  const on = await open('/dataanalysis/goodrate?at=2026-07-01');
  const row = on.locator('tbody').getByRole('row').filter({ hasText: station.mn });
  await expect(async () => {
    sendDay(station);
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(row).toContainText('轻度污染 1', { timeout: 3000 });
  }).toPass();
  // One valid day and thirty without data; the year before has none.
  await expect(row).toContainText(/1\/3130.*0\.0%/);
  expect(await seriousProblems(on)).toEqual([]);
  await row.getByTitle('查看计算过程').click();
  await expect(on.getByRole('dialog', { name: '计算过程' })).toContainText('日评价值第 95 百分位数');
  await on.keyboard.press('Escape');
  // Late data are included automatically: another value of that day, one more day, the year before.
  sendDay(station, { particles: 20 });
  await expect(row).toContainText(/优 1.*100\.0%/);
  sendDay(station, { on: '2026-07-05', particles: 50 });
  await expect(row).toContainText('良 1');
  await expect(row).toContainText('2/3129');
  sendDay(station, { on: '2025-07-02', particles: 20 });
  await expect(row).toContainText('100.0%100.0%');
  await on.getByRole('button', { name: 'English' }).click();
  await expect(on.getByText('Period: 01 Jul 2026 to 31 Jul 2026')).toBeVisible();
  await row.getByRole('link').click();
  await expect(on.getByText('Assessed under HJ 633-2026')).toBeVisible();
});
