import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { encodePacket } from '#protocol/packet.ts';
import { seriousProblems } from './axe.ts';
import { expect, type Station, test, wireTime } from './station.ts';

const phone = { width: 390, height: 844 };
const factor = (on: Page, name: string) => on.getByRole('row').filter({ hasText: name });

/** Sends until a value arrives: the gateway knows a new site only a moment after its creation. */
async function firstValue(on: Page, station: Station): Promise<void> {
  await expect(async () => {
    station.sendNow({ a34004: 35.5, a34002: 70 });
    await expect(factor(on, '细颗粒物')).toContainText('35.5', { timeout: 2000 });
  }).toPass();
}

for (const [where, viewport] of [
  ['on a desk', { width: 1366, height: 768 }],
  ['on a phone', phone],
] as const) {
  test(`a value is on the page within a second of its packet, ${where}`, async ({ open, page, stations }) => {
    await page.setViewportSize(viewport);
    const station = await stations.site('实时站');
    await open(`/sites/${station.mn}?tab=realtime`);
    await firstValue(page, station);
    await expect(page.getByText('实时更新')).toBeVisible();

    const waits: number[] = [];
    for (const value of [41.1, 42.2, 43.3, 44.4, 45.5]) {
      const sent = Date.now();
      station.sendNow({ a34004: value, a34002: 70 });
      await expect(factor(page, '细颗粒物')).toContainText(String(value));
      waits.push(Date.now() - sent);
    }
    // The median, so that a busy machine does not fail the test.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(1000);
    await expect(factor(page, '细颗粒物').getByRole('img')).toHaveAccessibleName(/最高 45\.5/);
    await expect(page.getByText(/^在线/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    expect(await seriousProblems(page)).toEqual([]);
  });
}

test('a value that does not count is marked, and says why', async ({ open, stations }) => {
  const station = await stations.site('标记站');
  const on = await open(`/sites/${station.mn}?tab=realtime`);
  await firstValue(on, station);
  station.send(packet(station.mn, '2011', 'a34004-Rtd=99,a34004-Flag=D'));
  await expect(factor(on, '细颗粒物')).toContainText('99.0');
  await factor(on, '细颗粒物').getByText('99.0').first().hover();
  await expect(on.getByRole('tooltip')).toContainText('仪器故障');
});

test('hours of air are called by their end, the last of a day 24:00', async ({ open, stations }) => {
  const station = await stations.site('小时站');
  const on = await open(`/sites/${station.mn}?tab=realtime`);
  await firstValue(on, station);
  const day = new Date(Date.now() - 2 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  station.sendHour(`${day}T23:00:00+08:00`, { a34004: 61.5 });
  station.sendHour(`${day}T07:00:00+08:00`, { a34004: 52.5 });
  await on.getByRole('tab', { name: '监测数据' }).click();
  await expect(on.getByText('小时按结束时刻标注')).toBeVisible();
  await expect(async () => {
    await on.reload();
    await expect(on.getByRole('row', { name: `${day} 24:00` })).toContainText('61.5', { timeout: 3000 });
  }).toPass();
  await expect(on.getByRole('row', { name: `${day} 08:00` })).toContainText('52.5');
  expect(await seriousProblems(on)).toEqual([]);

  const download = on.waitForEvent('download');
  await on.getByRole('button', { name: '导出' }).click();
  await on.getByText('导出 CSV').click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('时间（小时结束）,细颗粒物 PM₂.₅ (µg/m³),细颗粒物 PM₂.₅ 标记');
  expect(lines.find((line) => line.startsWith(`${day} 24:00`))).toContain('61.5');
});

test('all of a site can be read, and what its device says of itself', async ({ open, stations }) => {
  const station = await stations.site('档案站');
  const on = await open(`/sites/${station.mn}?tab=info`);
  await expect(on.getByText('玄武巷 1 号')).toBeVisible();
  await on.getByRole('link', { name: '在站点管理中修改' }).click();
  await expect(on.getByRole('row').filter({ hasText: station.mn })).toHaveCount(1);
  await on.goBack();
  await on.getByRole('link', { name: '在地图中查看' }).click();
  await expect(on).toHaveURL(`/homepages?mn=${station.mn}`);
  await expect(on.getByRole('region', { name: new RegExp(station.mn) })).toBeVisible({ timeout: 60_000 });
  await on.goBack();
  await on.getByRole('tab', { name: '参数与状态日志' }).click();
  await expect(async () => {
    station.send(packet(station.mn, '3020', 'PolId=a34004;i12001-Info=2'));
    await on.getByRole('button', { name: '刷新' }).click();
    await expect(on.getByRole('row').filter({ hasText: '仪器工作状态' }).first()).toContainText('故障', {
      timeout: 2000,
    });
  }).toPass();
  expect(await seriousProblems(on)).toEqual([]);
});

test('every tab has no serious problem in the dark theme', async ({ open, page, stations }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const station = await stations.site('深色站', { virtual_data: true });
  await open(`/sites/${station.mn}?tab=realtime`);
  await firstValue(page, station);
  for (const tab of ['概览', '实时数据', '监测数据', '站点信息', '参数与状态日志']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    expect(await seriousProblems(page), tab).toEqual([]);
  }
});

test('virtual data is marked loudly', async ({ open, stations }) => {
  const station = await stations.site('虚拟站', { virtual_data: true });
  const on = await open(`/sites/${station.mn}`);
  await expect(on.getByRole('alert')).toContainText('不是实测值');
  expect(await seriousProblems(on)).toEqual([]);
  await on.goto(`/siteconfigs/sites?keyword=${station.mn}`);
  await expect(on.getByRole('cell', { name: new RegExp(`${station.mn} 虚拟数据`) })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
});

test('a site that is none, or not for this reader, is said to be so', async ({ open, page, stations }) => {
  const station = await stations.site('他人站');
  await open('/sites/NO_SUCH_SITE', 'operator');
  await expect(page.getByRole('heading', { name: '没有 MN 为“NO_SUCH_SITE”的站点' })).toBeVisible();
  await page.goto(`/sites/${station.mn}`);
  await expect(page.getByRole('heading', { name: '您不能查看这个站点' })).toBeVisible();
});

test('a site is found from the home page and the jump box, and its tab bears its name', async ({
  open,
  stations,
}) => {
  const station = await stations.site('寻找站');
  const on = await open('/homepages');
  await on.getByRole('textbox', { name: /MN 号/ }).fill(station.mn);
  await on.getByRole('tree').getByText(`寻找站 ${station.mn}`).click();
  await on
    .getByRole('region', { name: new RegExp(station.mn) })
    .getByRole('link', { name: '查看站点' })
    .click();
  await expect(on).toHaveURL(new RegExp(`/sites/${station.mn}$`));
  await expect(on.getByRole('navigation', { name: '已打开的页面' })).toContainText('寻找站');

  await on.goto('/personal');
  await on.getByRole('link', { name: '系统配置', exact: true }).waitFor();
  await on.keyboard.press('Control+k');
  await on.getByRole('combobox', { name: '快速跳转' }).fill(station.mn);
  await on.getByRole('option', { name: /寻找站/ }).click();
  await expect(on).toHaveURL(new RegExp(`/sites/${station.mn}$`));
});

/** A packet with this content and the current time. */
function packet(mn: string, cn: string, content: string): Uint8Array {
  const groups = content.split(';').map((group) =>
    group.split(',').map((item) => {
      const [name = '', value = ''] = item.split('=');
      return { name, value };
    }),
  );
  const time = wireTime(new Date());
  const cp = [[{ name: 'DataTime', value: time }], ...groups];
  return encodePacket({ qn: `${time}002`, st: '22', cn, pw: '123456', mn, flag: 5, cp });
}

test('an open picker knows of a site that comes, is renamed or goes at another desk', async ({
  open,
  stations,
}) => {
  const on = await open('/dataanalysis/historicaldata?sites=');
  await on.getByRole('button', { name: /^站点/ }).first().click();
  const tree = on.getByRole('dialog', { name: '选择站点' });
  await tree.getByRole('textbox').fill('新来的');
  await expect(tree.getByText('没有符合条件的站点')).toBeVisible();
  const station = await stations.site('新来的站');
  await expect(tree.getByText(`新来的站 ${station.mn}`)).toBeVisible();
  await stations.rename(station, '新来的好站');
  await expect(tree.getByText('新来的好站')).toBeVisible();
  await stations.remove(station);
  await expect(tree.getByText('没有符合条件的站点')).toBeVisible();
});
