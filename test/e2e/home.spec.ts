import type { Page } from '@playwright/test';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { seriousProblems } from './axe.ts';
import { expect, type Station, test } from './station.ts';

/** Maps are rendered in software here, which is slow. */
const drawing = { timeout: 60_000 };

const clean = { a34004: 20, a34002: 40, a21026: 10, a21004: 20, a05024: 60, a21005: 0.5 };
const polluted = { ...clean, a34004: 61 };

/** Start of the last complete hour, or of an earlier one. */
const hourAgo = (hours: number) =>
  new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (hours + 1) * HOUR_MS).toISOString();

const legendOf = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem');
const rankingOf = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');

/** Sends packets until the page shows one: the first may be sent before the page listens. */
async function heard(station: Station, values: Record<string, number>, seen: () => Promise<void>) {
  await expect(async () => {
    station.sendNow(values);
    await seen();
  }).toPass();
}

test('the home page follows the network, narrows it, tells of a station and plays its past', async ({
  open,
  page,
  stations,
}) => {
  // The map is rendered three times.
  test.slow();
  const air = await stations.site('空气站', { longitude: 101.78, latitude: 36.62 });
  const silent = await stations.site('静默站');
  await stations.site('虚拟站', { virtual_data: true });
  air.sendHour(hourAgo(0), polluted);
  air.sendHour(hourAgo(2), clean);
  await open('/homepages');
  await expect(page.locator('[data-map=drawn]')).toBeVisible(drawing);

  // Live: legend, ranking and tree are updated by the packet.
  const first = rankingOf(page, '实时排名').filter({ hasText: air.mn });
  await heard(air, clean, () => expect(first).toContainText('40', { timeout: 2000 }));
  await heard(air, { a34004: 155 }, () => expect(first).toContainText('205', { timeout: 2000 }));
  await expect(legendOf(page, '图例').filter({ hasText: '重度' })).toHaveText('重度1');
  await expect(page.getByRole('tree')).toContainText('虚拟');
  await expect(rankingOf(page, '实时排名').filter({ hasText: '虚拟站' })).toHaveCount(0);

  // A station added later appears with its first packet.
  const late = await stations.site('后来站');
  await heard(late, clean, () => expect(page.getByRole('tree')).toContainText(late.mn, { timeout: 2000 }));

  // Counts filter the tree.
  const counts = page.getByRole('group', { name: '监测站点' });
  await counts.getByRole('button', { name: /在线/ }).click();
  await expect(page.getByRole('tree')).not.toContainText(silent.mn);
  await expect(page).toHaveURL(/state=online/);
  await page.getByRole('tree').getByText(`空气站 ${air.mn}`).click();

  // The card of the site.
  const card = page.getByRole('region', { name: `空气站 ${air.mn}` });
  await expect(card).toContainText('首要污染物 PM₂.₅');
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText('小时 AQI（HJ 633-2026）', { timeout: 5000 });
  }).toPass();
  await expect(
    card.getByRole('img', { name: /细颗粒物，近 24 小时：最低 20.0 µg\/m³，最高 61.0/ }),
  ).toBeVisible();
  await expect(card.getByRole('link', { name: '历史数据' })).toHaveAttribute('href', /sites=\d+/);
  expect(await seriousProblems(page)).toEqual([]);
  await card.getByTitle('查看计算过程').last().click();
  const why = page.getByRole('dialog', { name: '计算过程' });
  await expect(why).toContainText('评价依据：HJ 633-2026');
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  // The live index also has an explanation: each newest value and its packet.
  await card.getByTitle('查看计算过程').first().click();
  await expect(why).toContainText('分指数 4, 10, 5, 19, 40, 205 中的最大值为 205');
  const particles = why.getByRole('row', { name: /^PM₂.₅/ });
  await expect(particles).toContainText('(300 − 200) ÷ (250 − 150) × (155 − 150) + 200 = 205');
  const packets = particles.getByRole('link', { name: '原始报文' });
  await expect(packets).toHaveAttribute('href', /data_time_from=/);
  await expect(packets).toBeInViewport({ ratio: 1 });
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await card.getByRole('button', { name: '关闭站点详情' }).click();

  // Colour the map by one factor.
  await page.getByRole('combobox', { name: '按什么着色' }).click();
  await page.getByTitle('细颗粒物 PM₂.₅').click();
  await expect(page).toHaveURL(/colour=a34004/);
  await expect(page.getByRole('tree')).toContainText('155');
  await expect(first).toContainText('155');
  await expect(page.getByText('单位：µg/m³')).toBeVisible();

  // Replay that factor hour by hour.
  await page.getByRole('button', { name: '近 24 小时' }).click();
  await page.getByRole('button', { name: '暂停' }).click();
  const hour = page.getByRole('slider', { name: '回放时刻' });
  await hour.press('End');
  const played = rankingOf(page, '实时排名').filter({ hasText: air.mn });
  await expect(played).toContainText('61');
  await page.getByRole('button', { name: '上一小时' }).click();
  await expect(played).toHaveCount(0);
  await page.getByRole('button', { name: '上一小时' }).click();
  await expect(played).toContainText('20');
  await page.getByRole('button', { name: '播放' }).click();
  await expect(hour)
    .toHaveValue('23', drawing)
    .catch(() => expect(hour).toHaveAttribute('aria-valuenow', '23'));
  await page.getByRole('button', { name: '返回实时' }).click();
  await expect(first).toContainText('155');
});

test('an open map learns that a site was added, renamed or deleted at another desk', async ({
  open,
  page,
  stations,
}) => {
  const station = await stations.site('旧名站');
  await open(`/homepages?mn=${station.mn}`);
  const tree = page.getByRole('tree');
  await expect(tree).toContainText(`旧名站 ${station.mn}`);
  const added = await stations.site('新来站');
  await expect(tree).toContainText(added.mn);
  await stations.rename(station, `改名站 ${station.mn}`);
  await expect(tree).toContainText(`改名站 ${station.mn}`);
  await expect(page.getByRole('region', { name: `改名站 ${station.mn}` })).toBeVisible();
  await stations.remove(station);
  await expect(tree).not.toContainText(station.mn);
  await expect(page.getByRole('region', { name: `改名站 ${station.mn}` })).toBeHidden();
});

test('in English, and on a phone one panel at a time', async ({ open, page, stations }) => {
  const air = await stations.site('Air');
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/homepages', 'admin', 'en');
  await expect(page.locator('[data-map=drawn]')).toBeVisible(drawing);
  await expect(page.getByRole('region', { name: 'Legend' })).toContainText('Live AQI (provisional)');
  const panels = page.getByRole('radiogroup', { name: 'Panels' });
  await panels.getByText('Ranking').click();
  const row = rankingOf(page, 'Live ranking').filter({ hasText: air.mn });
  await heard(air, polluted, () => expect(row).toContainText('101', { timeout: 2000 }));
  await row.getByRole('button').click();
  const card = page.getByRole('region', { name: `Air ${air.mn}` });
  await expect(card).toContainText('Lightly polluted');
  expect(await seriousProblems(page)).toEqual([]);
  await panels.getByText('Replay').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page.getByText('Hours labelled by end time')).toBeVisible();
  await page.getByRole('button', { name: 'Back to live' }).click();
  await panels.getByText('Sites').click();
  await page
    .getByRole('group', { name: 'Stations' })
    .getByRole('button', { name: /Offline/ })
    .click();
  await expect(page).toHaveURL(/state=offline/);
  await expect(page.getByText(`Air ${air.mn}`)).toBeHidden();
});
