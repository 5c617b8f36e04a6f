import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

test('hours of a site are a chart, figures and a table, and a part of the time can be looked at', async ({
  open,
  page,
  stations,
}) => {
  const station = await stations.site('历史站');
  const on = await open(`/sites/${station.mn}?tab=realtime`);
  await expect(async () => {
    station.sendNow({ a34004: 35.5 });
    await expect(on.getByText('35.5').first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  const day = new Date(Date.now() - 2 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  for (let hour = 0; hour < 24; hour++) {
    const start = `${day}T${String(hour).padStart(2, '0')}:00:00+08:00`;
    if (hour < 10 || hour > 12) station.sendHour(start, { a34004: 30 + hour });
  }
  await on.goto('/dataanalysis/historicaldata?sites=');
  await expect(on.getByText('还没有选择站点')).toBeVisible();
  await on.getByRole('button', { name: /^站点/ }).first().click();
  const tree = on.getByRole('dialog', { name: '选择站点' });
  await tree.getByRole('textbox').fill(station.mn);
  await tree.getByText(station.mn, { exact: false }).last().click();
  await on.keyboard.press('Escape');
  await expect(on).toHaveURL(/sites=\d+/);
  const midnight = new Date(`${day}T00:00:00+08:00`).getTime();
  const [from, to] = [midnight, midnight + 86_400_000].map((ms) => new Date(ms).toISOString());
  await on.goto(`${on.url()}&from=${from}&to=${to}`);

  const figures = on.getByRole('region', { name: '统计' });
  await expect(async () => {
    await on.reload();
    await expect(figures.getByRole('row', { name: /PM₂\.₅/ })).toContainText('21', { timeout: 4000 });
  }).toPass();
  // 21 of 24 hours, with values from 30 to 53 except 40, 41 and 42.
  await expect(figures.getByRole('row', { name: /PM₂\.₅/ })).toContainText(
    /87\.5%\s*41\.5\s*30\.0\s*53\.0\s*52\.0/,
  );
  const table = on.getByRole('region', { name: '数据表' });
  const last = table.getByRole('row', { name: `${day} 24:00` });
  await expect(last).toContainText('53.0');
  await last.getByRole('button', { name: '53.0' }).click();
  const why = on.getByRole('dialog', { name: '计算过程' });
  await expect(why).toContainText('设备上报');
  await expect(why.getByRole('link', { name: '原始报文' })).toBeVisible();
  await on.keyboard.press('Escape');
  await expect(why).toBeHidden();

  const chart = on.getByRole('img', { name: '趋势图：PM₂.₅' });
  // The chart may move while content above it loads.
  await expect(async () => {
    const box = await chart.boundingBox();
    if (!box) throw new Error('the chart has no place');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.5, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, y, { steps: 5 });
    await page.mouse.up();
    await expect(on).toHaveURL(/zoom_from=\d+&zoom_to=\d+/, { timeout: 3000 });
    await page.mouse.move(box.x + box.width * 0.6, y);
  }).toPass();
  await expect(chart).toContainText(/\d+\.0\s*µg\/m³/);
  await on.getByRole('button', { name: '全部时间' }).click();
  await expect(on).not.toHaveURL(/zoom_from/);

  const picture = on.waitForEvent('download');
  await on.getByRole('button', { name: '保存为图片' }).click();
  expect((await picture).suggestedFilename()).toMatch(/^历史数据查询 .*\.png$/);
  expect(await seriousProblems(on)).toEqual([]);
});
