import { rounded, toWgs84 } from '#shared/domain/coordinates.ts';
import { expect, test } from './signed-in.ts';

test('a place is clicked on the map, its pin dragged, or typed as others write it; far from its district it is questioned', async ({
  open,
}) => {
  const on = await open('/siteconfigs/sites');
  await on.getByRole('button', { name: '新增' }).first().click();
  const form = on.getByRole('dialog').filter({ has: on.locator('form') });
  const pick = async (label: string, choice: string) => {
    await form.getByRole('combobox', { name: label, exact: true }).click();
    await on.locator('.ant-select-dropdown:visible').getByTitle(choice, { exact: true }).click();
  };
  await pick('省份', '江苏省');
  await pick('城市', '南京市');
  await pick('区县', '玄武区');
  const longitude = form.getByLabel('经度');
  const latitude = form.getByLabel('纬度');
  const place = async () => ({
    longitude: Number(await longitude.inputValue()),
    latitude: Number(await latitude.inputValue()),
  });
  const outside = form.getByText('这个位置不在“玄武区”范围内');

  await form.getByRole('button', { name: '地图选点' }).click();
  await expect(form.locator('[data-map=drawn]')).toBeVisible({ timeout: 60_000 });
  // The map shows the district, so its centre is inside.
  await form.getByRole('region', { name: '监测站点地图' }).click();
  await expect(longitude).toHaveValue(/^118\.8/);
  await expect(latitude).toHaveValue(/^32\.0/);
  await expect(outside).toBeHidden();

  const clicked = await place();
  const pin = form.locator('.maplibregl-marker');
  // The map may still be moving.
  await expect(async () => {
    const box = await pin.boundingBox();
    if (!box) throw new Error('the pin has no box');
    await on.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await on.mouse.down();
    await on.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
    await on.mouse.up();
    await expect
      .poll(async () => (await place()).longitude, { timeout: 3000 })
      .toBeGreaterThan(clicked.longitude);
  }).toPass();
  expect((await place()).latitude).toBeCloseTo(clicked.latitude, 3);

  await pick('坐标系', 'GCJ-02');
  const typed = { longitude: 118.85, latitude: 32.08 };
  await longitude.fill(String(typed.longitude));
  await latitude.fill(String(typed.latitude));
  await pick('坐标系', 'WGS-84');
  await expect.poll(place).toEqual(rounded(toWgs84(typed, 'gcj02')));
  await expect(outside).toBeHidden();

  await longitude.fill('110');
  await expect(outside).toBeVisible();
  // The map moves so that the pin stays visible.
  await expect(pin).toBeInViewport();
});
