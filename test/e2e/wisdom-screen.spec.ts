import { expect, test } from './station.ts';

/** Maps are rendered in software here, which is slow. */
const drawing = { timeout: 60_000 };
const air = { a34004: 61, a34002: 40, a21026: 10, a21004: 20, a05024: 60, a21005: 0.5 };

test('the wall follows the network, shows the tiles that were chosen, and says when it is not live', async ({
  open,
  page,
  stations,
}) => {
  test.slow();
  let isCut = false;
  await page.routeWebSocket(/\/platform\/live/, (socket) => {
    if (isCut) void socket.close();
    else {
      const server = socket.connectToServer();
      const timer = setInterval(() => {
        if (!isCut) return;
        clearInterval(timer);
        void server.close();
        void socket.close();
      }, 100);
    }
  });
  const station = await stations.site('大屏站');
  await open('/wisdomscreen');
  await expect(page.getByRole('heading', { name: '蓝境 · 环境监测智慧大屏' })).toBeVisible(drawing);
  // It has its own heading and no menu.
  await expect(page.getByRole('navigation')).toHaveCount(0);

  // Live: the ranking is updated by the packet.
  const ranking = page.getByRole('region', { name: '实时 AQI 排名（由高到低）' });
  await expect(async () => {
    station.sendNow(air);
    await expect(ranking).toContainText('大屏站', { timeout: 4000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: '实时' })).toBeVisible();
  await expect(page.locator('[data-map=drawn]')).toBeVisible(drawing);

  // Tiles of the role: remove one, add one; a reload keeps both changes.
  await page.getByRole('button', { name: '编辑大屏' }).click();
  const editor = page.getByRole('complementary', { name: '编辑大屏模块' });
  await editor.getByLabel('“实时 AQI 排名（由高到低）”的位置').selectOption('none');
  await editor.getByLabel('“首要污染物”的位置').selectOption('left');
  await editor.getByRole('button', { name: '保存' }).click();
  await expect(ranking).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: '首要污染物' })).toBeVisible(drawing);
  await expect(ranking).toHaveCount(0);
  await page.getByRole('button', { name: '编辑大屏' }).click();
  await editor.getByRole('button', { name: '恢复默认' }).click();
  await expect(ranking).toBeVisible();
  await editor.getByRole('button', { name: '取消' }).click();

  // A lost connection shows a message.
  isCut = true;
  await expect(page.getByRole('alert')).toContainText('连接已中断', { timeout: 30_000 });
  isCut = false;
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 });
});
