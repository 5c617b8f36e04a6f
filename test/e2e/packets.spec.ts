import type { Page } from '@playwright/test';
import { upload } from '#test/helpers/upload.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test, wireTime } from './station.ts';

const page = '/countercharges/originaldata';
const rows = (on: Page) => on.locator('tbody').getByRole('row').filter({ hasText: 'E2E' });
const broken = (mn: string) =>
  `##0087QN=20261115080000001;ST=22;CN=2011;PW=123456;MN=${mn};Flag=5;CP=&&DataTime=20261115080000&&0000\r\n`;

test('packets are listed both ways, and one is explained part by part', async ({ open, stations }) => {
  const station = await stations.site('报文站');
  const on = await open(`${page}?mn=${station.mn}`);
  await expect(async () => {
    station.sendNow({ a34004: 35.5, a21026: 8 });
    await on.getByRole('button', { name: '刷新' }).click();
    // The acknowledgement of the upload was sent.
    await expect(rows(on).filter({ hasText: '数据应答' }).first()).toBeVisible({ timeout: 2000 });
  }).toPass();

  const upload = rows(on).filter({ hasText: '实时数据' }).first();
  await expect(upload).toContainText('正常');
  await expect(upload).toContainText(/\d{2}:\d{2}:\d{2}\.\d{3}/);
  await upload.getByRole('button', { name: '解析', exact: true }).click();
  const drawer = on.getByRole('dialog');
  await expect(drawer.getByRole('row', { name: /^CN/ })).toContainText('实时数据');
  await expect(drawer.getByRole('row', { name: /^a34004-Flag/ })).toContainText('正常');
  await expect(drawer.getByRole('row', { name: /^a34004 / })).toContainText('35.5');
  await expect(drawer).toContainText(/声明 (\d+) 字节，实际 \1 字节/);
  await drawer.getByRole('row', { name: /^MN/ }).hover();
  await expect(drawer.locator('pre')).toContainText(`MN=${station.mn}`);
  expect(await seriousProblems(on)).toEqual([]);
});

test('packets that come meanwhile are offered, and listed when asked for', async ({ open, stations }) => {
  const station = await stations.site('新报文站');
  const on = await open(`${page}?mn=${station.mn}`);
  const news = on.getByRole('button', { name: /条新报文/ });
  await expect(on.getByText('没有符合条件的记录')).toBeVisible();
  await expect(async () => {
    station.sendNow({ a34004: 35.5 });
    await expect(news).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(rows(on)).toHaveCount(0);
  await news.click();
  await expect(rows(on).first()).toBeVisible();
});

test('on a phone the menu is behind a button, packets are cards, and one is explained', async ({
  open,
  page: on,
  stations,
}) => {
  await on.setViewportSize({ width: 390, height: 844 });
  const station = await stations.site('手机站');
  await open(`/sites/${station.mn}`);
  await on.getByRole('button', { name: '主导航' }).click();
  const menu = on.getByRole('dialog', { name: '主导航' });
  await menu.getByRole('menuitem', { name: '智能反控' }).click();
  await menu.getByRole('menuitem', { name: '原始报文' }).click();
  await expect(menu).toBeHidden();

  await on.getByRole('button', { name: '筛选' }).click();
  await on.getByRole('textbox', { name: 'MN 号', exact: true }).fill(station.mn);
  const card = on.getByRole('listitem').filter({ hasText: '实时数据' }).filter({ hasText: station.mn });
  await expect(async () => {
    station.sendNow({ a34004: 35.5 });
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(card.first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousProblems(on)).toEqual([]);
  await card.first().getByRole('button', { name: '解析', exact: true }).click();
  const drawer = on.getByRole('dialog').filter({ hasText: '报文头' });
  await expect(drawer.getByRole('row', { name: /^CN/ })).toContainText('实时数据');
  expect(await drawer.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  expect(await seriousProblems(on)).toEqual([]);
});

test('a packet whose check fails is found by its verdict', async ({ open, stations }) => {
  const station = await stations.site('坏包站');
  const on = await open(`${page}?mn=${station.mn}&verdict=bad_crc`);
  await expect(async () => {
    station.send(broken(station.mn));
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(rows(on).first()).toContainText('校验错误', { timeout: 2000 });
  }).toPass();
  await rows(on).first().getByRole('button', { name: '解析', exact: true }).click();
  await expect(on.getByRole('dialog')).toContainText('未入库');
});

test('the packets of a site are found with the picker, and the address keeps it', async ({
  open,
  stations,
}) => {
  const station = await stations.site('选站');
  const on = await open(page);
  await on.getByRole('button', { name: /^站点/ }).click();
  const picker = on.getByRole('dialog', { name: '选择站点' });
  await picker.getByRole('textbox').fill(station.mn);
  expect(await seriousProblems(on)).toEqual([]);
  await picker.getByText(`选站 ${station.mn}`).click();
  await expect(on).toHaveURL(/site_id=\d+/);
  await on.reload();
  await expect(on.getByRole('button', { name: new RegExp(`选站 ${station.mn}`) })).toBeVisible();
});

test('a code without a factor is listed, with the way to the protocol that could map it', async ({
  open,
  stations,
}) => {
  const station = await stations.site('编码站');
  const on = await open(page);
  await on.getByRole('tab', { name: '未映射因子' }).click();
  const code = rows(on).filter({ hasText: station.mn });
  await expect(async () => {
    station.sendNow({ zz0001: 3.5 });
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(code).toContainText('zz0001', { timeout: 2000 });
  }).toPass();
  await expect(code).toContainText('3.5');
  expect(await seriousProblems(on)).toEqual([]);
  await code.getByRole('link', { name: /HJ 212/ }).click();
  await expect(on.getByRole('row').filter({ hasText: 'HJ 212' }).first()).toBeVisible();
});

test('any text can be pasted and explained', async ({ open }) => {
  const on = await open(page);
  await on.getByRole('button', { name: '粘贴报文解析' }).click();
  const drawer = on.getByRole('dialog');
  await drawer.getByRole('textbox').fill(broken('PASTED'));
  await drawer.getByRole('button', { name: spaced('解析') }).click();
  await expect(drawer.getByRole('row', { name: /^MN/ })).toContainText('PASTED');
  await expect(drawer).toContainText('校验错误');

  // Part of a log: every frame is decoded, and a device without a site is reported as not stored.
  const right = Buffer.from(upload('PASTED2', '2011', '20261115080000', { a34004: 35 })).toString();
  await drawer.getByRole('textbox').fill(`${broken('PASTED')}\n${right}`);
  await drawer.getByRole('button', { name: spaced('解析') }).click();
  await drawer.getByRole('button', { name: /^2 2011 实时数据.*PASTED2/ }).click();
  await expect(drawer).toContainText('来自未建站设备');
  await expect(drawer.getByRole('row', { name: /^a34004 / })).toContainText('35.0');
  expect(await seriousProblems(on)).toEqual([]);
});

test('on a phone the number of an unregistered device leaves room for what to do with it', async ({
  open,
  stations,
}) => {
  const device = await stations.stranger();
  const mn = '010000A8900016F000169DC0';
  const on = await open(`${page}?view=unregistered`, 'admin', 'en');
  await on.setViewportSize({ width: 390, height: 844 });
  await expect(async () => {
    device.send(upload(mn, '2011', wireTime(new Date()), { a34004: 20 }));
    await on.getByRole('button', { name: 'Refresh' }).click();
    await expect(on.getByText(mn, { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  const name = await on.getByText(mn, { exact: true }).boundingBox();
  const card = on.getByRole('listitem').filter({ hasText: mn });
  const action = await card.getByRole('button', { name: 'Create site' }).boundingBox();
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(action?.x ?? 0);
});

test('an unregistered device becomes a site with a click, and its values are there', async ({
  open,
  stations,
}) => {
  const device = await stations.stranger();
  device.sendNow({ a34004: 20 });
  const on = await open(page);
  await on.getByRole('alert').getByRole('button', { name: '查看' }).click();
  const waiting = on.getByRole('row').filter({ hasText: device.mn });
  await expect(waiting).toContainText('空气质量监测');
  expect(await seriousProblems(on)).toEqual([]);
  await waiting.getByRole('button', { name: '建为站点' }).click();
  const dialog = on.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '站点名称' }).fill(`新站 ${device.mn}`);
  await expect(dialog.getByTitle('空气站')).toBeVisible();
  await expect(dialog.getByTitle('HJ 212-2017')).toBeVisible();
  await dialog.getByRole('button', { name: '建为站点' }).click();

  await expect(on).toHaveURL(new RegExp(`/sites/${device.mn}$`));
  await expect(on.getByRole('heading', { name: `新站 ${device.mn}` })).toBeVisible();
  await on.getByRole('tab', { name: '实时数据' }).click();
  await expect(async () => {
    device.sendNow({ a34004: 21.5 });
    await expect(on.getByRole('row').filter({ hasText: '细颗粒物' })).toContainText('21.5', {
      timeout: 2000,
    });
  }).toPass();
});
