import type { Page } from '@playwright/test';
import { upload } from '#test/helpers/upload.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test, wireTime } from './station.ts';

const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });
const form = (on: Page) => on.getByRole('dialog').filter({ has: on.locator('form') });
// By type: a spinner that is still fading out would be part of the name.
const save = (on: Page) => form(on).locator('button[type=submit]').click();
const startAdding = (on: Page) => on.getByRole('button', { name: '新增' }).first().click();

async function remove(on: Page, name: string) {
  await row(on, name).getByRole('button', { name: '删除' }).click();
  // By name: the form that was just saved may still be closing.
  const question = on.getByRole('dialog', { name: `删除“${name}”？` });
  await question.getByRole('button', { name: spaced('删除') }).click();
  await expect(row(on, name)).toHaveCount(0);
}

// Product lines and basins use the same page; their result codes are covered by server tests.
test('a project is added, edited and deleted, and a taken name is said on its field', async ({ open }) => {
  const [first, second, label] = ['一期工程', '二期工程', '项目名称'];
  const on = await open('/siteconfigs/projects');
  await startAdding(on);
  await form(on).getByLabel(label).fill(first);
  await save(on);
  await expect(row(on, first)).toBeVisible();
  await expect(form(on)).toBeHidden();

  await startAdding(on);
  await form(on).getByLabel(label).fill(first);
  const answered = on.waitForResponse(/\/add$/);
  await save(on);
  expect(await (await answered).json()).toMatchObject({ code: 36 });
  await expect(form(on).locator('.ant-form-item').filter({ hasText: label })).toContainText('已存在');
  // The form stays open for correction.
  await form(on).getByLabel(label).fill(second);
  await save(on);
  await expect(row(on, second)).toBeVisible();
  await expect(form(on)).toBeHidden();

  await row(on, second).getByRole('button', { name: '编辑' }).click();
  await form(on).getByLabel('备注').fill('改过');
  await save(on);
  await expect(row(on, second)).toContainText('改过');
  expect(await seriousProblems(on)).toEqual([]);
  await remove(on, first);
  await remove(on, second);
});

test('the national factors are there, found by code, with their formulae; one of our own is added; data types speak the reader’s language', async ({
  open,
}) => {
  const on = await open('/siteconfigs/components?keyword=a34004');
  await expect(row(on, 'a34004')).toContainText('PM₂.₅');
  await expect(row(on, 'a34004')).toContainText('µg/m³');
  await on.goto('/siteconfigs/components?keyword=e2e_own');
  await startAdding(on);
  await form(on).getByLabel('因子名称').fill('自定义因子');
  await form(on).getByLabel('因子标识').fill('Not a key');
  await form(on).getByLabel('单位').click();
  await expect(form(on)).toContainText('格式不正确');
  await form(on).getByLabel('因子标识').fill('e2e_own');
  await form(on).getByLabel('类别').click();
  await on.getByTitle('工况').click();
  await form(on).getByLabel('量程下限').fill('0');
  await form(on).getByLabel('量程上限').fill('-5');
  await save(on);
  const upper = form(on).locator('.ant-form-item').filter({ hasText: '量程上限' });
  await expect(upper).toContainText('不能小于下限');
  await form(on).getByLabel('量程上限').fill('50');
  await save(on);
  await expect(row(on, '自定义因子')).toContainText('工况');
  await remove(on, '自定义因子');

  await on.goto('/siteconfigs/datatypes');
  await expect(row(on, '2061')).toContainText('小时数据');
  await on.getByRole('button', { name: 'English' }).click();
  await expect(row(on, '2061')).toContainText('Hour data');
});

test('a protocol’s code map is drawn up while a packet shows what it makes of it', async ({ open }) => {
  const packet = Buffer.from(upload('TRIED', '2011', wireTime(new Date()), { T: 500 })).toString();
  const on = await open('/siteconfigs/protocols');
  await startAdding(on);
  await form(on).getByLabel('协议名称').fill('厂家甲');
  await form(on).getByLabel('试解析报文').fill(packet);
  const reading = form(on)
    .getByRole('row', { name: /^T / })
    .filter({ hasNot: on.getByRole('combobox') });
  await expect(reading).toContainText('未映射因子');

  await form(on).getByRole('button', { name: '增加编码' }).click();
  await save(on);
  await expect(form(on).getByRole('row').filter({ hasText: '不能为空' })).toBeVisible();
  await form(on).getByLabel('报文编码 1').fill('T');
  await form(on).getByRole('combobox', { name: '因子' }).fill('细颗粒物');
  await on.getByTitle('细颗粒物', { exact: true }).click();
  await form(on).getByLabel('倍率 1').fill('0.1');
  await form(on).getByLabel('偏移 1').fill('-40');
  await expect(reading).toContainText('细颗粒物');
  await expect(reading).toContainText('10');
  expect(await seriousProblems(on)).toEqual([]);
  await save(on);
  await expect(row(on, '厂家甲')).toBeVisible();
  await expect(form(on)).toBeHidden();

  await row(on, '厂家甲').getByRole('button', { name: '编辑' }).click();
  await expect(form(on).getByLabel('报文编码 1')).toHaveValue('T');
  await form(on).getByRole('button', { name: '移除编码 T' }).click();
  await form(on).getByRole('combobox', { name: '无效值标记' }).fill('-9999,');
  await save(on);
  await expect(form(on)).toBeHidden();
  await remove(on, '厂家甲');
});

test('towns are kept by their areas, and found by region', async ({ open }) => {
  const on = await open('/siteconfigs/blocks');
  await startAdding(on);
  await form(on).getByLabel('所属区县').fill('玄武区');
  await on.locator('.ant-cascader-dropdown:visible').getByText('玄武区').click();
  await form(on).getByLabel('区划代码').fill('320104002');
  await form(on).getByLabel('名称').fill('梅园新村街道');
  await save(on);
  await expect(form(on).locator('.ant-form-item').filter({ hasText: '区划代码' })).toContainText(
    '格式不正确',
  );
  await form(on).getByLabel('区划代码').fill('320102002');
  await save(on);
  await expect(form(on)).toBeHidden();
  await expect(row(on, '梅园新村街道')).toContainText('南京市');

  const found = async (region: string, count: number) => {
    await on.getByRole('combobox', { name: '区域' }).fill(region);
    await on.locator('.ant-cascader-dropdown:visible').getByText(region, { exact: true }).first().click();
    await expect(row(on, '梅园新村街道')).toHaveCount(count);
  };
  await found('苏州市', 0);
  await found('南京市', 1);
  await expect(on).toHaveURL(/\?city_code=320100$/);
  expect(await seriousProblems(on)).toEqual([]);
});

test('a station is added by hand, is live within a second of its packets, and goes with a warning of what is lost', async ({
  open,
  stations,
}) => {
  const station = await stations.stranger();
  const name = `手工站 ${station.mn}`;
  // The product lines of other tests are sufficient.
  await stations.site('已有站');
  const on = await open('/siteconfigs/sites');
  await startAdding(on);
  const pick = async (label: string, choice: string) => {
    await form(on).getByRole('combobox', { name: label, exact: true }).click();
    await on.locator('.ant-select-dropdown:visible').getByTitle(choice, { exact: true }).click();
  };
  await form(on).getByLabel('站点名称', { exact: true }).fill(name);
  await expect(form(on).getByLabel('水系')).toHaveCount(0);
  await pick('站点类型', '水质站');
  await form(on).getByLabel('水系').fill('长江');
  await pick('产品线', '微型站');
  await expect(form(on).getByRole('combobox', { name: '城市' })).toBeDisabled();
  await pick('省份', '山东省');
  await pick('城市', '济南市');
  // Another province has different cities.
  await pick('省份', '江苏省');
  await expect(form(on)).not.toContainText('济南市');
  await pick('城市', '南京市');
  await form(on).getByLabel('详细地址').fill('玄武湖畔');
  await form(on).getByLabel('经度').fill('118.79');
  await form(on).getByLabel('纬度').fill('99');
  await form(on).getByLabel('MN 号').fill(station.mn);
  await pick('协议', 'HJ 212-2017');
  await form(on).getByLabel('测量间隔').fill('60');
  await save(on);
  await expect(form(on).locator('.ant-form-item').filter({ hasText: '纬度' })).toContainText(
    '应在 -74 到 74 之间',
  );
  await form(on).getByLabel('纬度').fill('32.07');
  await save(on);
  // The city has areas, so an area is required.
  await expect(form(on).locator('.ant-form-item').filter({ hasText: '区县' })).toContainText('不能为空');
  await pick('区县', '玄武区');
  await save(on);
  await expect(form(on)).toBeHidden();
  await on.getByRole('textbox', { name: /站点名称/ }).fill(station.mn);
  await expect(row(on, name)).toContainText('离线');
  expect(await seriousProblems(on)).toEqual([]);

  await on.getByRole('link', { name }).click();
  await on.getByRole('tab', { name: '实时数据' }).click();
  const sends = async (value: number) => {
    station.sendNow({ w01018: value });
    await expect(row(on, '化学需氧量')).toContainText(String(value), { timeout: 2000 });
  };
  // The gateway knows a new site only a moment after its creation.
  await expect(() => sends(10.5)).toPass();
  const waits: number[] = [];
  for (const value of [11.5, 12.5, 13.5]) {
    const sent = Date.now();
    await sends(value);
    waits.push(Date.now() - sent);
  }
  // The median, so that a busy machine does not fail the test.
  expect(waits.toSorted((a, b) => a - b)[1]).toBeLessThan(1000);
  await on.goBack();
  await expect(row(on, name)).toContainText('在线');

  await row(on, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await on.getByRole('menuitem', { name: '删除' }).click();
  const question = on.getByRole('dialog', { name: `删除“${name}”？` });
  await expect(question).toContainText('全部监测数据和原始报文');
  await question.getByRole('button', { name: spaced('删除') }).click();
  await expect(row(on, name)).toHaveCount(0);
});
