import { createHmac } from 'node:crypto';
import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

test('a site gets a secret, and what it pushes with it is found and explained', async ({
  open,
  product,
  stations,
}) => {
  const { mn } = await stations.site('推送站');
  const on = await open(`/siteconfigs/sites?keyword=${mn}`);
  const row = on.getByRole('row').filter({ hasText: mn });
  await row.getByRole('button', { name: '更多' }).click();
  await on.getByRole('menuitem', { name: 'HTTP 推送' }).click();
  const dialog = on.getByRole('dialog', { name: /^HTTP 推送/ });
  await dialog.getByRole('button', { name: '生成密钥' }).click();
  const secret = await dialog
    .locator('code')
    .getByText(/^[0-9a-f]{64}$/)
    .textContent();
  expect(await seriousProblems(on)).toEqual([]);

  const time = new Date(Date.now() - 120_000).toISOString();
  const values = { a34004: { avg: 35.5, min: 30, max: 41, flag: 'N' }, a21026: 8 };
  const body = JSON.stringify({ batch_id: 'first', items: [{ data_type: 'minute', time, values }] });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret ?? '')
    .update(`${timestamp}\n${mn}\n${body}`)
    .digest('hex');
  const answer = await fetch(`${product.url}/push/${mn}`, {
    method: 'POST',
    headers: { 'x-lanjing-timestamp': timestamp, 'x-lanjing-signature': signature },
    body,
  });
  expect(await answer.json()).toMatchObject({ code: 0, data: { stored: 1 } });

  await open(`/countercharges/originaldata?mn=${mn}&source=http`);
  await on
    .getByRole('row')
    .filter({ hasText: mn })
    .getByRole('button', { name: '解析', exact: true })
    .click();
  const drawer = on.getByRole('dialog', { name: /^上报/ });
  await expect(drawer.getByRole('row', { name: /^data_type/ })).toContainText('分钟数据');
  await expect(drawer.getByRole('row', { name: /^a34004\.flag/ })).toContainText('正常');
  await expect(drawer.getByRole('row', { name: /^a34004 / })).toContainText('35.5');
  await drawer.getByRole('row', { name: /^a34004\.max/ }).hover();
  expect(await seriousProblems(on)).toEqual([]);
});
