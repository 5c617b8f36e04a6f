import { readFileSync } from 'node:fs';
import { seriousProblems } from './axe.ts';
import { expect, test } from './signed-in.ts';

// A product of its own: what is new in it would greet everybody else.
test.use({ environment: { FILE_MAX_MB: '100' } });

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const chunkPath = '**/file/upload/chunk';

test('a file is uploaded, found and downloaded, by nobody else under the same address', async ({
  open,
  browser,
}) => {
  const on = await open('/assistconfigs/fileupload');
  const input = on.locator('input[type=file]');
  await input.setInputFiles([
    file('监测说明.txt', Buffer.from('小时值')),
    file('周报.pdf', Buffer.from('MZ\0a program')),
  ]);
  const row = on.getByRole('row').filter({ hasText: '监测说明.txt' });
  await expect(row).toContainText('林清岚');
  await expect(on.getByText('文件内容不是 pdf 格式，与扩展名不符')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);

  const [saved] = await Promise.all([
    on.waitForEvent('download'),
    row.getByRole('button', { name: '下载' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('监测说明.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toBe('小时值');

  const address = saved.url();
  const other = await (await browser.newContext()).newPage();
  await open.as(other, '/assistconfigs/fileupload', 'manager');
  await expect(other.getByRole('row').filter({ hasText: '监测说明.txt' })).toBeVisible();
  expect((await other.request.get(address)).status()).toBe(404);
  expect((await on.request.get(address)).status()).toBe(200);
  await other.context().close();
});

test('an upload that breaks off is there after a reload and goes on without what was sent', async ({
  open,
}) => {
  const on = await open('/assistconfigs/fileupload', 'admin', 'en');
  // Chromium says of every refused request that it was.
  open.expects(/Failed to load resource/);
  const large = file('firmware.bin', Buffer.alloc(18 * 1024 * 1024, 'firmware '));
  let sent = 0;
  await on.route(chunkPath, (route) => (++sent > 2 ? route.abort() : route.continue()));
  await on.locator('input[type=file]').setInputFiles(large);
  await expect.poll(() => sent).toBeGreaterThan(2);
  await on.reload();
  const item = on.getByRole('listitem').filter({ hasText: 'firmware.bin' });
  await expect(item).toContainText('choose the same file again');
  await expect(item.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '44');

  await on.unroute(chunkPath);
  const late: string[] = [];
  on.on('request', (request) => request.url().endsWith('/file/upload/chunk') && late.push(request.url()));
  await on.locator('input[type=file]').setInputFiles(large);
  await expect(on.getByRole('row').filter({ hasText: 'firmware.bin' })).toContainText('18.00 MB');
  expect(late).toHaveLength(3);
});
