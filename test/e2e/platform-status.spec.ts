import { seriousProblems } from './axe.ts';
import { expect, test } from './station.ts';

// Larger than any disk.
test.use({ environment: { DISK_WARNING_GB: '1000000' } });

test('the platform warns of a disk that fills, says how it is, and does its upkeep when it is told to', async ({
  open,
  stations,
}) => {
  const station = await stations.stranger();
  const on = await open('/homepages');
  const way = on.getByRole('link', { name: '查看运行状态' });
  const warning = on.getByRole('alert').filter({ has: way });
  await expect(warning).toContainText('磁盘空间不足');
  await way.click();
  await expect(on.getByRole('heading', { name: '有 1 项需要处理' })).toBeVisible();
  await expect(on.getByText('请扩容、清理磁盘', { exact: false })).toBeVisible();
  await expect(on.getByRole('img', { name: /^已用 .+，共 .+/ })).toBeVisible();

  const ingest = on.getByRole('region', { name: '数据接入', exact: true });
  await expect(on.getByRole('region', { name: '在线', exact: true })).toContainText('1站点连接');
  await expect(ingest).toContainText('启动以来入库0');
  station.sendNow({ a34004: 12 });
  await expect(ingest).toContainText('启动以来入库1');
  expect(await seriousProblems(on)).toEqual([]);

  const job = on.getByRole('row', { name: /清理临时内容/ });
  await expect(job).toContainText('自动');
  await job.getByRole('button', { name: '立即运行“清理临时内容”' }).click();
  await on
    .getByRole('dialog', { name: '立即运行“清理临时内容”？' })
    .getByRole('button', { name: '立即运行' })
    .click();
  await expect(on.getByText('已开始运行“清理临时内容”')).toBeVisible();
  await expect(job).toContainText(/成功.*手动运行/);
  await job.getByRole('button', { name: '“清理临时内容”的运行记录' }).click();
  const runs = on.getByRole('table', { name: '“清理临时内容”的运行记录' }).locator('tbody').getByRole('row');
  await expect(runs.filter({ hasText: '手动运行' })).toContainText('成功');
  await expect(runs.filter({ hasText: '自动' })).toContainText('成功');
  expect(await seriousProblems(on)).toEqual([]);

  await warning.getByRole('button', { name: '本次不再提示' }).click();
  await expect(warning).toBeHidden();
  await on.getByRole('tab', { name: '平台设置' }).click();
  await expect(on.getByLabel('原始报文保留')).toBeVisible();
});
