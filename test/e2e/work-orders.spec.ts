import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { formatTime } from '#shared/domain/time.ts';
import { asAdmin } from './ask.ts';
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
  // An empty list has a second such button.
  await on.getByRole('button', { name: '新建工单' }).first().click();
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
  // A partly filled form survives a reload.
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

test('an order is watched and edited, and a signature lasts while its form is filled in', async ({
  open,
  request,
}) => {
  const ask = await asAdmin(request);
  const fields = [{ key: 'what', label: '交接内容', kind: 'text', required: true }];
  const { order_type_id } = await ask(orderTypes.add.path, {
    ...{ type_name: '交接', fields, needs_check: false, needs_signature: true },
  });
  const { order_id } = await ask(orderActions.add.path, { order_type_id, order_title: '交接钥匙' });
  for (const act of ['accept', 'start']) await ask(orderActions.do.path, { order_id, act });
  const on = await open(`/workorder/orders?order=${order_id}`);
  const order = on.getByRole('dialog').filter({ hasText: `工单 #${order_id}` });
  await order.getByRole('button', { name: spaced('关注') }).click();
  await expect(order.getByRole('button', { name: '已关注' })).toBeVisible();
  await order.getByRole('button', { name: spaced('编辑') }).click();
  const edit = on.getByRole('dialog', { name: '编辑工单' });
  await edit.getByRole('textbox', { name: '* 标题' }).fill('交接钥匙与门卡');
  expect(await seriousProblems(on)).toEqual([]);
  await edit.getByRole('button', { name: spaced('保存') }).click();
  await expect(order.getByRole('heading', { name: '交接钥匙与门卡' })).toBeVisible();
  await expect(order.getByRole('button', { name: '已关注' })).toBeVisible();

  await order.getByRole('button', { name: spaced('完成') }).click();
  const form = on.getByRole('dialog').filter({ hasText: '交接内容' }).last();
  const pad = form.locator('canvas');
  const hasInk = () =>
    pad.evaluate((sheet: HTMLCanvasElement) => {
      const { width, height } = sheet;
      const blank = Object.assign(document.createElement('canvas'), { width, height });
      return sheet.toDataURL() !== blank.toDataURL();
    });
  await pad.hover({ position: { x: 40, y: 40 } });
  await on.mouse.down();
  await pad.hover({ position: { x: 120, y: 90 } });
  await pad.hover({ position: { x: 200, y: 50 } });
  await on.mouse.up();
  // Typing re-renders the form.
  await form.getByRole('textbox', { name: '交接内容' }).fill('钥匙两把');
  expect(await hasInk()).toBe(true);
  await expect(form.getByText('已签名')).toBeVisible();
  expect(await hasInk()).toBe(true);
  await form.getByRole('button', { name: spaced('完成') }).click();
  await expect(order.getByText('已关闭').first()).toBeVisible();
  await expect(order.getByText('钥匙两把')).toBeVisible();
  await expect(order.getByRole('img', { name: '签名' }).or(order.locator('dd img')).first()).toBeVisible();
});

test('shifts fill the month, a holiday has its own, and a colleague takes one over', async ({
  open,
  request,
}) => {
  const ask = await asAdmin(request);
  const { user_group_id } = await ask(userGroups.add.path, { user_group_name: '值班组' });
  await ask(groupMembers.add.path, { user_group_id, user_ids: [1, 2] });
  const on = await open(`/userconfigs/usergroupmanagement?group=${user_group_id}&tab=duty`);
  const add = async (account: RegExp) => {
    await on.getByRole('button', { name: '新增班次' }).click();
    const shift = on.getByRole('group', { name: /的班次/ }).last();
    await shift.getByRole('combobox').click();
    await on.locator('.ant-select-dropdown:visible').getByTitle(account).click();
    return shift;
  };
  await add(/admin/);
  const holidays = await add(/manager/);
  for (const weekday of ['周一', '周二', '周三', '周四', '周五'])
    await holidays.getByRole('checkbox', { name: weekday }).uncheck();
  await holidays.getByRole('checkbox', { name: '节假日' }).check();
  await holidays.getByRole('textbox').first().fill('09:00');
  await on.getByRole('button', { name: '保存值班表' }).click();
  await expect(on.getByText('值班表已保存')).toBeVisible();

  const { holiday, after } = nextMonth(formatTime(new Date(), 'yyyy-MM-dd'));
  const before = await ask(orderCalendar.data.path, {});
  await on.goto('/workorder/process?view=calendar');
  const adding = on.getByPlaceholder('添加日期');
  await adding.fill(holiday);
  await adding.press('Enter');
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByText('工作时间已保存')).toBeVisible();

  await on.goto(`/workorder/duty?group=${user_group_id}&date=${holiday}`);
  const day = (date: string) => on.getByRole('region', { name: date, exact: true });
  const turns = on.getByRole('button', { name: /08:00–20:00/ });
  await expect(day(holiday)).toContainText('节假日');
  await expect(day(holiday).getByRole('button', { name: /09:00–20:00/ })).toBeVisible();
  await expect(day(holiday).getByRole('button', { name: /08:00–20:00/ })).toHaveCount(0);
  expect(await turns.count()).toBeGreaterThan(18);
  expect(await seriousProblems(on)).toEqual([]);
  await day(after)
    .getByRole('button', { name: /08:00–20:00/ })
    .click();
  const sheet = on.getByRole('dialog');
  await sheet.getByRole('combobox').first().click();
  await on.locator('.ant-select-dropdown:visible .ant-select-item').first().click();
  await sheet.getByRole('button', { name: '确定调整' }).click();
  await expect(on.getByText('已生效')).toBeVisible();
  await expect(day(after).getByLabel('换班')).toBeVisible();

  // Restore the working hours, which other tests rely on.
  const { version } = await ask(orderCalendar.data.path, {});
  await ask(orderCalendar.set.path, { ...before, version });
  await ask(userGroups.remove.path, { user_group_id });
});

/** A Wednesday in the middle of next month as a holiday, and the day after it. */
function nextMonth(today: string): { holiday: string; after: string } {
  const at = new Date(`${today.slice(0, 7)}-08T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + 1);
  while (at.getUTCDay() !== 3) at.setUTCDate(at.getUTCDate() + 1);
  const holiday = at.toISOString().slice(0, 10);
  at.setUTCDate(at.getUTCDate() + 1);
  return { holiday, after: at.toISOString().slice(0, 10) };
}
