import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });
const columns = '站点名称,MN 号,省份,城市,区县,街道（乡镇）,详细地址,经度,纬度,测量间隔,协议,产品线'.split(
  ',',
);
const rarer = '供电方式,水质类型,水污染等级,虚拟数据,监测因子'.split(',');
const heads = [...columns, ...rarer];
type Cells = Record<string, string | number>;

async function excel(rows: Cells[]) {
  const cells = rows.map((row) => heads.map((head) => row[head] ?? null));
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: '站点', rows: [heads, ...cells] }] }));
  return { name: 'sites.xlsx', mimeType: 'application/octet-stream', buffer };
}

test('500 sites are checked row by row, imported whole or not at all, changed together, and exported', async ({
  open,
  stations,
}) => {
  const taken = await stations.site('已有站');
  const names = (at: number): [string, string] => [`批量 ${taken.mn} ${at}`, `${taken.mn}-${at}`];
  const good = Array.from({ length: 500 }, (_row, at): Cells => {
    const [name, mn] = names(at);
    const place = [
      name,
      mn,
      '山东省',
      '济南市',
      '历下区',
      '',
      '解放路',
      117,
      36.6,
      60,
      'HJ 212-2017',
      '微型站',
    ];
    return {
      ...Object.fromEntries(columns.map((head, column) => [head, place[column] ?? ''])),
      监测因子: 'SO2、NO2',
    };
  });
  const wrong: [Cells, problem: string][] = [
    [{ 站点名称: `已有站 ${taken.mn}` }, '已存在，请勿重复 结果码 53'],
    [{ 'MN 号': 'a;b' }, ''],
    [{ 站点名称: names(0)[0] }, '与第 2 行重复 结果码 53'],
    [{ 'MN 号': names(0)[1] }, '与第 2 行重复 结果码 54'],
    [{ 省份: '无此省' }, '没有名为“无此省”的省份 结果码 24'],
    [{ 城市: '青島' }, '没有名为“青島”的城市 结果码 55'],
    [{ 区县: '玄武区' }, '“玄武区”不在“济南市”内 结果码 56'],
    [{ '街道（乡镇）': '无此街道' }, '没有名为“无此街道”的街道（乡镇） 结果码 125'],
    [{ 区县: '' }, '不能为空'],
    [{ 详细地址: '' }, '不能为空'],
    [{ 经度: 200 }, '应在'],
    [{ 纬度: 80 }, '应在'],
    [{ 测量间隔: 0 }, '不能小于 1 结果码 61'],
    [{ 协议: '无此协议' }, '没有名为“无此协议”的协议 结果码 57'],
    [{ 产品线: '无此产品' }, '没有名为“无此产品”的产品线 结果码 58'],
    [{ 水污染等级: 7 }, '结果码 59'],
    [{ 水质类型: '海水' }, '不能填“海水”，只能填：河流、湖库 结果码 60'],
    [{ 供电方式: '风力' }, '不能填“风力”，只能填：市电、太阳能、电池 结果码 62'],
    [{ 虚拟数据: '也许' }, '结果码 63'],
    [{ 监测因子: 'SO2、SO2' }, '结果码 19'],
  ];
  // Every twentieth row from the tenth on; Excel also counts the heading row.
  const spoilt = wrong.map(([cells, problem], at) => ({ at: 10 + 20 * at, cells, problem }));
  const bad = good.map((row, at) => ({ ...row, ...spoilt.find((one) => one.at === at)?.cells }));

  const on = await open(`/siteconfigs/sites?keyword=${encodeURIComponent(taken.mn)}`);
  await on.getByRole('button', { name: '导入' }).click();
  const dialog = on.getByRole('dialog', { name: '导入站点' });
  const template = on.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toBe('站点导入模板.xlsx');

  await dialog.locator('input[type=file]').setInputFiles(await excel(bad));
  await expect(dialog.getByText('20 行有误', { exact: true })).toBeVisible();
  const said = await dialog
    .locator('tr[data-row-key]')
    .evaluateAll((rows) =>
      rows.flatMap((one) =>
        [...one.querySelectorAll('p')].map(
          ({ textContent, title }) => `${one.querySelector('td')?.textContent} ${textContent} ${title}`,
        ),
      ),
    );
  expect(said).toEqual(
    spoilt.map(({ at, cells, problem }) =>
      expect.stringMatching(`^${at + 2} ${Object.keys(cells)}：.*${problem}`),
    ),
  );
  await expect(dialog.getByRole('button', { name: '只导入正确的 480 行' })).toBeEnabled();
  const errors = on.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载错误文件' }).click();
  const refused = (await readXlsx(await readFile(await (await errors).path()))).sheets[0]?.rows ?? [];
  expect(refused).toHaveLength(21);
  expect(refused[0]?.slice(0, 3)).toEqual(['行号', '原因', '站点名称']);
  expect(refused[1]?.[1]).toContain('已存在');
  expect(await seriousProblems(on)).toEqual([]);

  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await excel(good));
  await dialog.getByRole('button', { name: '导入 500 行' }).click();
  await expect(dialog.getByText('新增 500 行，修改 0 行，0 行不变')).toBeVisible();
  await dialog
    .getByRole('button', { name: spaced('关闭') })
    .last()
    .click();
  // The first file has stored nothing.
  await expect(on.getByText('共 501 条')).toBeVisible();
  await expect(row(on, names(499)[1])).toBeVisible();

  await row(on, names(499)[1])
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '复制' }).click();
  // A copy needs its own name, MN and place; the other fields are filled in.
  const copy = on.getByRole('dialog', { name: '新增站点' });
  await expect(copy.getByText(`复制了“${names(499)[0]}”`)).toBeVisible();
  await expect(copy.getByLabel('MN 号')).toHaveValue('');
  await expect(copy.getByLabel('详细地址')).toHaveValue('');
  await expect(copy.getByLabel('测量间隔')).toHaveValue('60');
  await copy.getByRole('button', { name: spaced('取消') }).click();
  await expect(copy).toBeHidden();

  // Everything that matches the filter, on all pages, gets another interval.
  await on.getByRole('button', { name: '批量修改' }).click();
  const batch = on.getByRole('dialog', { name: '批量修改站点' });
  await batch.getByRole('checkbox', { name: '测量间隔' }).check();
  await batch.getByRole('spinbutton', { name: '测量间隔' }).fill('300');
  await batch.getByRole('button', { name: '修改 501 个站点' }).click();
  await expect(on.getByText('已修改 501 个站点')).toBeVisible();
  await expect(batch).toBeHidden();

  const download = on.waitForEvent('download');
  await on.getByRole('button', { name: '导出' }).click();
  await on.getByRole('menuitem', { name: '导出 CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n').filter((one) => one.includes(taken.mn))).toHaveLength(501);
});
