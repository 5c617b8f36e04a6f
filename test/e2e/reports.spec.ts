import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

const others = { a21026: 10, a21004: 20, a21005: 0.5, a05024: 60, a34002: 40 };

test('a day’s hours are on its report with their index and sums, in both languages', async ({
  open,
  stations,
}) => {
  const station = await stations.site('报表站');
  const on = await open('/datareports/daily?date=2026-11-01');
  await on.getByRole('button', { name: /^站点/ }).click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  await picker.getByRole('textbox', { name: /MN 号/ }).fill(station.mn);
  await expect(picker.getByText('1 个站点', { exact: true })).toBeVisible();
  await picker.getByText(`报表站 ${station.mn}`).click();
  await expect(on).toHaveURL(/site_ids=\d+/);
  await on.keyboard.press('Escape');

  // Air hours are named by their end: what begins at 08:00 is 09:00.
  const line = on.getByRole('row', { name: /^09:00/ });
  await expect(async () => {
    station.sendHour('2026-11-01T08:00:00+08:00', { ...others, a34004: 61 });
    station.sendHour('2026-11-01T09:00:00+08:00', { ...others, a34004: 20 });
    await on.reload();
    await expect(line).toContainText('101', { timeout: 3000 });
  }).toPass();
  await expect(line).toContainText('轻度污染');
  await expect(line).toContainText('PM₂.₅');
  await expect(on.getByRole('row', { name: /^10:00/ })).toContainText('优');
  await expect(on.getByRole('row', { name: /^有效数/ })).toContainText('2/24');
  await expect(on.getByText('评价依据：HJ 633-2026')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  const english = await on.context().newPage();
  await open.as(english, `/datareports/monthly${new URL(on.url()).search}`, 'admin', { language: 'en' });
  await expect(english.getByRole('heading', { name: 'Monthly report' })).toBeVisible();
  await expect(english.getByRole('row', { name: /^11-01/ })).toContainText('NA');
});
