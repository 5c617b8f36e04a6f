import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

/** Maps are rendered in software here, which is slow. */
const drawing = { timeout: 60_000 };

/** Far from all other stations, so that a click hits only this one. */
const alone = { longitude: 87.62, latitude: 43.83 };

test('the map draws with nothing from elsewhere, and a click on a station opens its card', async ({
  open,
  page,
  stations,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const station = await stations.site('地图站', alone);
  await open(`/homepages?mn=${station.mn}`);
  await expect(page.locator('[data-map=drawn]')).toBeVisible(drawing);
  const card = page.getByRole('region', { name: `地图站 ${station.mn}` });
  await expect(card).toContainText('还没有收到数据');
  await expect(async () => {
    station.sendNow({ a34004: 35.5, a34002: 70 });
    await expect(card).toContainText('在线', { timeout: 2000 });
  }).toPass();
  expect(await seriousProblems(page)).toEqual([]);

  const map = page.getByRole('region', { name: '监测站点地图' });
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no box');
  await map.click({ position: { x: box.width / 4, y: box.height / 3 } });
  await expect(card).toBeHidden();
  // The map is centred on the station of the page.
  await map.click();
  await expect(card).toBeVisible();
  await card.getByRole('link', { name: '查看站点' }).click();
  await expect(page).toHaveURL(new RegExp(`/sites/${station.mn}$`));

  const origin = new URL(page.url()).host;
  const elsewhere = asked.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'));
  expect(elsewhere.map((url) => new URL(url).host).filter((host) => host !== origin)).toEqual([]);
});

test('each map type draws, and its controls speak English too', async ({ open, page }) => {
  await open('/homepages', 'admin', 'en');
  for (const type of ['Satellite', 'Dark', 'General']) {
    await page.getByRole('radiogroup', { name: 'Map type' }).getByText(type).click();
    await expect(page.locator('[data-map=drawn]')).toBeVisible(drawing);
  }
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await page.getByRole('region', { name: 'Station map' }).hover();
  await page.mouse.wheel(0, -120);
  await expect(page).toHaveURL(/[?&]at=/);
});
