import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './signed-in.ts';

const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text });
const form = (on: Page) => on.getByRole('dialog').filter({ has: on.locator('form') });
const save = (on: Page) =>
  form(on)
    .getByRole('button', { name: spaced('保存') })
    .click();
const startAdding = (on: Page) => on.getByRole('button', { name: '新增' }).first().click();

async function remove(on: Page, name: string) {
  await row(on, name).getByRole('button', { name: '删除' }).click();
  const question = on.getByRole('dialog');
  await expect(question).toContainText(`删除“${name}”？`);
  await question.getByRole('button', { name: spaced('删除') }).click();
  await expect(row(on, name)).toHaveCount(0);
}

for (const { path, label, code, first, second } of [
  { path: 'productlines', label: '产品线名称', code: 66, first: '网格微站', second: '走航车' },
  { path: 'projects', label: '项目名称', code: 36, first: '一期工程', second: '二期工程' },
  { path: 'basins', label: '流域名称', code: 172, first: '淮河流域', second: '海河流域' },
]) {
  test(`${path}: one is added, edited and deleted, and a taken name is said on its field`, async ({
    open,
  }) => {
    const on = await open(`/siteconfigs/${path}`);
    await startAdding(on);
    await form(on).getByLabel(label).fill(first);
    await save(on);
    await expect(row(on, first)).toBeVisible();
    await expect(form(on)).toBeHidden();

    await startAdding(on);
    await form(on).getByLabel(label).fill(first);
    const answered = on.waitForResponse(/\/add$/);
    await save(on);
    expect(await (await answered).json()).toMatchObject({ code });
    await expect(form(on).locator('.ant-form-item').filter({ hasText: label })).toContainText('已存在');
    // The form is still open, to be put right.
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
}

test('the national factors are there, found by code, with their formulae; one of our own is added', async ({
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
  await expect(upper.getByRole('alert')).toBeVisible();
  await form(on).getByLabel('量程上限').fill('50');
  await save(on);
  await expect(row(on, '自定义因子')).toContainText('工况');
  await remove(on, '自定义因子');
});

test('data types speak the reader’s language', async ({ open }) => {
  const on = await open('/siteconfigs/datatypes', 'admin', 'en');
  await expect(row(on, '2061')).toContainText('Hour data');
});
