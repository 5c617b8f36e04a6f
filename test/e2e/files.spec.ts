import { readFileSync } from 'node:fs';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './signed-in.ts';

// Needs its own product instance: the new version announced here would be shown in other tests.
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
  // Chromium logs every failed request.
  open.expects(/Failed to load resource/);
  const large = file('firmware.bin', Buffer.alloc(18 * 1024 * 1024, 'firmware '));
  let sent = 0;
  await on.route(chunkPath, (route) => (++sent > 2 ? route.abort() : route.continue()));
  await on.locator('input[type=file]').setInputFiles(large);
  await expect.poll(() => sent).toBeGreaterThan(2);
  await on.reload();
  const item = on.getByRole('listitem').filter({ hasText: 'firmware.bin' });
  await expect(item).toContainText('Choose the same file again');
  await expect(item.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '44');

  await on.unroute(chunkPath);
  const late: string[] = [];
  on.on('request', (request) => request.url().endsWith('/file/upload/chunk') && late.push(request.url()));
  await on.locator('input[type=file]').setInputFiles(large);
  await expect(on.getByRole('row').filter({ hasText: 'firmware.bin' })).toContainText('18.00 MB');
  expect(late).toHaveLength(3);
});

test('an app is put up with its package, and a stranger downloads it by its QR code’s page', async ({
  open,
  browser,
}) => {
  const on = await open('/assistconfigs/appprojects');
  await on.getByRole('button', { name: '新增' }).first().click();
  const form = on.getByRole('dialog', { name: /APP 项目/ });
  await form.getByLabel('项目名称').fill('监测助手');
  await form.getByLabel('英文名称').fill('Monitor');
  await form.getByRole('button', { name: spaced('保存') }).click();
  const project = on.getByRole('row').filter({ hasText: '监测助手' });
  await project.getByRole('button', { name: '二维码' }).click();
  const dialog = on.getByRole('dialog', { name: '扫码下载“监测助手”' });
  const address = await dialog.getByRole('link').getAttribute('href');
  await expect(dialog.locator('svg').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.getByLabel('关闭')).first().click();

  await on.goto('/assistconfigs/appfiles');
  await on.getByRole('button', { name: '新增' }).first().click();
  const upload = on.getByRole('dialog', { name: /APP 文件/ });
  const choose = async (label: string, option: string) => {
    await upload.getByRole('combobox', { name: label }).click();
    await on.locator('.ant-select-dropdown').getByTitle(option, { exact: true }).last().click();
  };
  await choose('项目', '监测助手');
  await choose('平台', 'Android');
  await upload.getByLabel('版本号').fill('1.2.0');
  await upload.locator('input[type=file]').setInputFiles(file('monitor.bin', Buffer.from('the app')));
  await expect(upload.getByText('monitor.bin')).toBeVisible();
  await expect(upload.getByRole('progressbar')).toHaveCount(0);
  await upload.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByRole('row').filter({ hasText: 'monitor.bin' })).toContainText('1.2.0');
  expect(await seriousProblems(on)).toEqual([]);

  const stranger = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await stranger.goto(address ?? '');
  await expect(stranger.getByRole('heading', { name: '监测助手' })).toBeVisible();
  await stranger.getByRole('button', { name: 'English' }).click();
  await expect(stranger.getByRole('heading', { name: 'Monitor' })).toBeVisible();
  expect(await seriousProblems(stranger)).toEqual([]);
  await stranger.setViewportSize({ width: 390, height: 844 });
  const width = () => stranger.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBe(390);
  const [saved] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toBe('the app');
  await stranger.context().close();
});

test('a new version greets each user once; a bug in it is marked repaired after a question', async ({
  open,
}) => {
  const on = await open('/assistconfigs/versions', 'admin', 'en');
  await on.getByRole('button', { name: 'Add' }).first().click();
  const form = on.getByRole('dialog', { name: /version/i });
  await form.getByLabel('Version', { exact: true }).fill('0.2.0');
  await form.getByLabel('Sort level').fill('200');
  await form.getByLabel('Changes', { exact: true }).fill('文件续传');
  await form.getByLabel('Changes (English)').fill('Uploads go on after a break');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(on.getByRole('row').filter({ hasText: '0.2.0' })).toBeVisible();

  await on.reload();
  const news = on.getByRole('dialog', { name: 'Platform updated to version 0.2.0' });
  await expect(news).toContainText('Uploads go on after a break');
  await news.getByRole('button', { name: 'All versions' }).click();
  await expect(on.getByRole('heading', { name: /^0\.2\.0/ })).toContainText('Newest');
  expect(await seriousProblems(on)).toEqual([]);
  await on.goto('/logs/bugs');
  await expect(on.getByRole('heading', { name: 'Bug log' })).toBeVisible();
  await expect(news).toHaveCount(0);

  await on.getByRole('button', { name: 'Add' }).first().click();
  const bug = on.getByRole('dialog', { name: /bug/i });
  const choose = async (label: string, option: string) => {
    await bug.getByRole('combobox', { name: label }).click();
    await on.locator('.ant-select-dropdown').getByTitle(option, { exact: true }).last().click();
  };
  await choose('Level', 'Serious');
  await choose('Type', 'Data');
  await choose('Version', '0.2.0');
  await bug.getByLabel('Content').fill('A gap is bridged');
  await bug.getByRole('button', { name: 'Save' }).click();
  const row = on.getByRole('row').filter({ hasText: 'A gap is bridged' });
  await expect(row).toContainText('Not repaired');
  await row.getByRole('button', { name: 'Mark repaired' }).click();
  await on
    .getByRole('dialog', { name: /as repaired/ })
    .getByRole('button', { name: 'Mark repaired' })
    .click();
  await expect(row.getByText('Repaired', { exact: true })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
});
