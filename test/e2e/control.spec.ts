import { BareDevice } from '#test/helpers/bare-device.ts';
import { asAdmin, siteId } from './ask.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

test('K and B of a device are read, set with a reason, read back and restored', async ({
  open,
  product,
  request,
  stations,
}) => {
  const station = await stations.site('反控站', { factors: [{ component_id: 1 }] });
  const device = new BareDevice(product.gatewayPort, station.mn);
  const site_id = await siteId(await asAdmin(request), station);
  try {
    await device.connect();
    const on = await open(`/countercharges/kbvalue?sites=${site_id}`);
    // The drawer also lists the site, without a checkbox.
    const row = on
      .getByRole('row')
      .filter({ hasText: '反控站' })
      .filter({ has: on.getByRole('checkbox') });
    await expect(row).toContainText('未读取');
    await on.getByRole('button', { name: spaced('开启') }).click();
    await expect(on.getByText(/远程反控已开启/)).toBeVisible();
    await on.getByRole('button', { name: '读取所选站点全部因子' }).click();
    await expect(row).not.toContainText('未读取');
    expect(await seriousProblems(on)).toEqual([]);

    await row.getByRole('checkbox').check();
    await on.getByRole('button', { name: '设置 K、B' }).click();
    const drawer = on.getByRole('dialog');
    await drawer.getByRole('spinbutton').first().fill('1.25');
    const send = drawer.getByRole('button', { name: '下发 1 条' });
    await expect(send).toBeDisabled();
    await drawer.getByLabel('原因').fill('与国控站比对');
    await send.click();
    // A confirmation is required before anything is sent.
    const sure = on.getByRole('dialog', { name: /确认/ });
    await expect(sure).toContainText('上报数据随即改变');
    await sure.getByRole('button', { name: '下发 1 条' }).click();
    await expect(row).toContainText('1.25');

    await on.getByRole('tab', { name: '指令记录' }).click();
    const set = on.locator('tbody').getByRole('row').filter({ hasText: '设置 K/B 值' });
    await expect(set.first()).toContainText('成功');
    // Cells are aligned with their headings, even if the heading is the widest part of the column.
    const heading = on.getByRole('columnheader', { name: '站点' }).last();
    const leftOf = async (of: typeof heading) => Math.round((await of.boundingBox())?.x ?? -1);
    expect(await leftOf(set.first().getByRole('cell').nth(1))).toBe(await leftOf(heading));
    await set.first().getByRole('button', { name: '恢复到之前' }).click();
    const dialog = on.getByRole('dialog');
    await dialog.getByLabel('原因').fill('比对有误');
    await dialog.getByRole('button', { name: '恢复到之前' }).click();
    await expect(set).toHaveCount(2);
    await on.getByRole('tab', { name: '当前值' }).click();
    await expect(row).not.toContainText('1.25');
  } finally {
    device.stop();
  }
});
