import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wmtsAddress } from '#shared/domain/tile-provider.ts';
import { test as base, expect } from './signed-in.ts';

/** A grey pixel as a tile. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

interface TileServer {
  address: string;
  asked: URL[];
  refuses: boolean;
}

/** The product with tiles from another server: base map by XYZ, labels by WMTS, both with a key. */
const test = base.extend<object, { tiles: TileServer }>({
  tiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const server = createServer(({ url = '' }, answer) => {
        tiles.asked.push(new URL(url, tiles.address));
        answer.setHeader('access-control-allow-origin', '*');
        if (tiles.refuses) answer.writeHead(403).end();
        else answer.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(tile);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const tiles: TileServer = { address: `http://127.0.0.1:${port}`, asked: [], refuses: false };
      await use(tiles);
      server.close();
      server.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ tiles: { address } }, use) => {
      const names = wmtsAddress({ url: `${address}/names?tk={key}`, layer: 'cva', matrix_set: 'w' });
      await use({
        MAP_PROVIDER: 'tiles',
        MAP_GENERAL_URL: `${address}/ground/{z}/{x}/{y}.png?tk={key} ${names}`,
        MAP_KEY: 'a key',
        MAP_ATTRIBUTION: '某地图',
      });
    },
    { scope: 'worker' },
  ],
});

test('configured tiles are drawn; when their server refuses, the page says so and draws its own map', async ({
  open,
  page,
  tiles,
}) => {
  const drawn = page.locator('[data-map=drawn]');
  const notice = page.getByText('在线地图暂时无法加载，现在显示的是内置地图。');
  await open('/homepages');
  await expect(drawn).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('某地图')).toBeVisible();
  expect(new Set(tiles.asked.map(({ searchParams }) => searchParams.get('tk')))).toEqual(new Set(['a key']));
  expect(tiles.asked.some(({ pathname }) => /^\/ground\/\d+\/\d+\/\d+\.png$/.test(pathname))).toBe(true);
  const names = tiles.asked.find(({ pathname }) => pathname === '/names')?.searchParams;
  expect(names?.get('TILEMATRIX')).toMatch(/^\d+$/);
  expect(names?.get('TILEROW')).toMatch(/^\d+$/);
  await expect(notice).toBeHidden();

  open.expects(/403/);
  tiles.refuses = true;
  const bundled = page.waitForResponse(/china.*\.tiles/);
  await page.reload();
  await expect(notice).toBeVisible({ timeout: 60_000 });
  expect((await bundled).ok()).toBe(true);
  await expect(drawn).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('某地图')).toBeHidden();
});
