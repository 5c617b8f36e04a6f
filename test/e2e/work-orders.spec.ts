import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './signed-in.ts';

test('a task type gets a form, an order of it is made, worked on at a phone, checked and closed', async ({
  open,
}) => {
  const on = await open('/workorder/process');
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('textbox', { name: '* 名称' }).fill('换滤膜');
  await on.getByRole('button', { name: '添加字段' }).click();
  await on.getByRole('textbox', { name: '名称', exact: true }).last().fill('滤膜编号');
  await on.getByRole('checkbox', { name: '必填' }).check();
  await on.getByRole('button', { name: '添加检查项' }).click();
  await on.getByRole('textbox', { name: '名称', exact: true }).last().fill('气密性');
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByRole('row').filter({ hasText: '换滤膜' })).toBeVisible();

  await on.goto('/workorder/orders');
  await on.getByRole('button', { name: '新建工单' }).click();
  await on.getByRole('combobox', { name: '* 任务类型' }).click();
  await on.getByTitle('换滤膜').click();
  await on.getByRole('textbox', { name: '* 标题' }).fill('东山站换滤膜');
  expect(await seriousProblems(on)).toEqual([]);
  await on.getByRole('button', { name: '新建工单' }).last().click();

  const order = on.getByRole('dialog').filter({ hasText: '东山站换滤膜' });
  await expect(order.getByRole('heading', { name: '时间线' })).toBeVisible();
  await on.setViewportSize({ width: 390, height: 844 });
  await on.reload();
  await order.getByRole('button', { name: spaced('接单') }).click();
  await order.getByRole('button', { name: '开始处理' }).click();
  await order.getByRole('button', { name: spaced('完成') }).click();
  const form = on.getByRole('dialog').filter({ hasText: '滤膜编号' }).last();
  await form.getByRole('button', { name: spaced('完成') }).click();
  await expect(form.getByText('不能为空').first()).toBeVisible();
  await form.getByRole('textbox').first().fill('M-2026-117');
  // What is half filled in survives a reload.
  await on.reload();
  await order.getByRole('button', { name: spaced('完成') }).click();
  await expect(form.getByRole('textbox').first()).toHaveValue('M-2026-117');
  await form.getByText('合格', { exact: true }).click();
  expect(await seriousProblems(on)).toEqual([]);
  await form.getByRole('button', { name: spaced('完成') }).click();
  await expect(order.getByText('M-2026-117')).toBeVisible();
  await order.getByRole('button', { name: '审核通过' }).click();
  await on.getByRole('button', { name: '审核通过' }).last().click();
  await expect(order.getByText('已关闭').first()).toBeVisible();

  await on.setViewportSize({ width: 1366, height: 768 });
  await on.goto('/workorder/orders?view=board');
  await expect(on.getByRole('region', { name: '已关闭' })).toContainText('东山站换滤膜');
  expect(await seriousProblems(on)).toEqual([]);
});
