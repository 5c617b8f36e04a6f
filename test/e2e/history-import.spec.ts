import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

test('a file with two bad rows is checked, imported without them, seen in the history, and undone', async ({
  open,
  stations,
}) => {
  const { mn } = await stations.site('导入站');
  const day = '2026-03-05';
  const lines = [
    '站点,时间,PM2.5,PM2.5 标记,备注',
    `${mn},${day} 08:00,31.5,N,`,
    `${mn},${day} 09:00,abc,N,`,
    `${mn},${day} 10:00,33.5,N,`,
    `没有的站,${day} 11:00,34.5,N,`,
  ];
  const on = await open('/dataanalysis/historyimport');
  await on.getByRole('button', { name: '导入文件' }).first().click();
  await on.locator('input[type=file]').setInputFiles({
    name: `history-${mn}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  // The headings determine everything except the data type.
  await expect(on.getByText('已按表头识别 4 / 5 列')).toBeVisible();
  await expect(on.getByText('请指定数据类型列，或为整个文件选择数据类型')).toBeVisible();
  await expect(on.getByRole('button', { name: '核对整个文件' })).toBeDisabled();
  await on.getByText('小时', { exact: true }).click();
  await expect(on.getByRole('row', { name: /31\.5/ }).last()).toContainText(`导入站 ${mn}`);
  await expect(on.getByText('请输入数字').first()).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  await on.getByRole('button', { name: '核对整个文件' }).click();
  const problems = on.getByRole('region', { name: '错误' });
  await expect(problems.getByRole('row', { name: /^3 / })).toContainText(/PM2\.5\s*abc\s*请输入数字/);
  await expect(problems.getByRole('row', { name: /^5 / })).toContainText(/站点\s*没有的站\s*没有这个站点/);
  const run = on.getByRole('button', { name: '导入 2 行' });
  await expect(run).toBeDisabled();
  await on.getByRole('checkbox', { name: '略过有误的 2 行，只导入其余各行' }).check();
  expect(await seriousProblems(on)).toEqual([]);
  await run.click();
  await expect(on.getByText('已导入 2 行')).toBeVisible();
  const here = on.url();

  const midnight = Date.parse(`${day}T00:00:00+08:00`);
  const [from, to] = [midnight, midnight + 86_400_000].map((ms) => new Date(ms).toISOString());
  await on.goto('/dataanalysis/historicaldata?sites=');
  await on.getByRole('button', { name: /^站点/ }).first().click();
  const tree = on.getByRole('dialog', { name: '选择站点' });
  await tree.getByRole('textbox').fill(mn);
  await tree.getByText(mn, { exact: false }).last().click();
  await on.keyboard.press('Escape');
  await expect(on).toHaveURL(/sites=\d+/);
  const history = `${on.url()}&from=${from}&to=${to}`;
  const table = on.getByRole('region', { name: '数据表' });
  // Hourly values are aggregated a moment later.
  await expect(async () => {
    await on.goto(history);
    await expect(table.getByRole('row', { name: `${day} 09:00` })).toContainText('31.5', { timeout: 4000 });
    await expect(table.getByRole('row', { name: `${day} 11:00` })).toContainText('33.5', { timeout: 4000 });
  }).toPass();

  await on.goto(here);
  await on.getByRole('button', { name: '撤销导入' }).click();
  await on
    .getByRole('dialog', { name: /^撤销“/ })
    .getByRole('button', { name: '撤销导入' })
    .click();
  await expect(on.getByText('已撤销：删除 2 个值，恢复 0 个值')).toBeVisible();
  await expect(async () => {
    await on.goto(history);
    await expect(table.getByText('33.5')).toHaveCount(0, { timeout: 4000 });
    await expect(table.getByText('31.5')).toHaveCount(0, { timeout: 4000 });
  }).toPass();
});
