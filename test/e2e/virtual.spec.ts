import type { Page } from '@playwright/test';
import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

/** Through the list of sites, like an administrator. */
async function turnSwitch(on: Page, mn: string): Promise<void> {
  await on.goto(`/siteconfigs/sites?keyword=${mn}`);
  await on.getByRole('row').filter({ hasText: mn }).getByRole('button', { name: '编辑' }).click();
  const form = on.getByRole('dialog').filter({ has: on.locator('form') });
  await form.getByRole('switch', { name: '虚拟数据' }).click();
  await form.locator('button[type=submit]').click();
  await expect(form).toBeHidden();
}

test('virtual data that are switched on show values and their mark; switched off, they are gone', async ({
  open,
  stations,
  browser,
}) => {
  const { mn } = await stations.site('虚拟站');
  const on = await open(`/sites/${mn}?tab=realtime`);
  await expect(on.getByText('还没有这种数据')).toBeVisible();

  // Another user who has the page open sees the mark appear and disappear.
  const other = await (await browser.newContext()).newPage();
  await open.as(other, `/sites/${mn}`, 'admin');
  const theirs = other.getByText('虚拟数据', { exact: true });
  await expect(other.getByRole('heading', { name: '虚拟站' })).toBeVisible();
  await expect(theirs).toHaveCount(0);

  await turnSwitch(on, mn);
  await expect(theirs).toBeVisible();
  await on.goto(`/sites/${mn}?tab=realtime`);
  const values = on.getByRole('row').filter({ hasText: '细颗粒物' });
  await expect(async () => {
    await on.reload();
    await expect(values).toContainText(/\d\.\d/, { timeout: 2000 });
  }).toPass();
  await expect(on.locator('header').getByText('虚拟数据', { exact: true })).toBeVisible();
  await expect(on.getByText('从未上线')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
  await on.getByRole('tab', { name: '监测数据' }).click();
  await on.getByText('分钟', { exact: true }).click();
  const made = on
    .locator('tbody')
    .getByText(/^\d+\.\d$/)
    .first();
  // The row of the next minute moves the others from under the pointer and closes the tooltip.
  await expect(async () => {
    await on.mouse.move(0, 0);
    await made.hover();
    await expect(on.getByRole('tooltip')).toContainText('模拟值', { timeout: 2000 });
  }).toPass();

  await turnSwitch(on, mn);
  await expect(theirs).toHaveCount(0);
  await other.context().close();
  await on.goto(`/sites/${mn}?tab=realtime`);
  await expect(on.getByText('还没有这种数据')).toBeVisible();
  await expect(on.getByText('虚拟数据', { exact: true })).toHaveCount(0);
});
