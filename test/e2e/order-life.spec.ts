import { alarmRules } from '#shared/contract/alarms/rules.ts';
import { equipment } from '#shared/contract/equipment/equipment.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { asAdmin, factorId, siteId } from './ask.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './station.ts';

interface Users {
  data_info: { user_id: number; account: string }[];
}

test('an alarm becomes an order, is fixed at a phone, and closes only when the data prove it', async ({
  open,
  browser,
  stations,
  request,
}) => {
  // The data must be good for a full minute.
  test.setTimeout(360_000);
  const station = await stations.site('闭环站');
  const ask = await asAdmin(request);
  const site_id = await siteId(ask, station);
  const component_id = await factorId(ask, 'a34004');
  await ask(alarmRules.add.path, {
    ...{ scope: 'site', site_id, component_id, data_type: 'realtime', high_warning: 75, high_alarm: 150 },
  });
  const type_name = `闭环维修 ${station.mn}`;
  const fields = [{ key: 'cause', label: '故障原因', kind: 'text', required: true }];
  await ask(orderTypes.add.path, { type_name, fields, needs_check: true, recheck_minutes: 1 });
  const users = (await ask('/auth_login/login/user/data', { keyword: 'operator' })) as unknown as Users;
  const operator = users.data_info.find(({ account }) => account === 'operator');
  await ask(equipment.add.path, { user_id: operator?.user_id, site_ids: [site_id] });

  // An alarm raised by a packet, and a work order created from it.
  const on = await open('/alarmdatas/log');
  station.sendNow({ a34004: 180 });
  const row = on.getByRole('row').filter({ hasText: station.mn }).filter({ hasText: '超上限' });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.getByRole('button', { name: /超上限/ }).click();
  const episode = on.getByRole('dialog').filter({ hasText: `闭环站 ${station.mn}` });
  await episode.getByRole('button', { name: '转工单' }).click();
  const making = on.getByRole('dialog', { name: '新建工单' });
  await making.getByRole('combobox', { name: '* 任务类型' }).click();
  await on.getByTitle(type_name).click();
  await making.getByRole('button', { name: '新建工单' }).click();
  const link = episode.getByRole('link', { name: /^#\d+ / });
  await expect(link).toBeVisible();
  const number = /#(\d+)/.exec((await link.textContent()) ?? '')?.[1] ?? '';

  // Accepted and processed by another person on a phone, in a separate browser context because each device has its own
  // ID.
  const pocket = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await pocket.newPage();
  await open.as(phone, '/workorder/orders', 'operator');
  await phone.getByText(`#${number}`, { exact: false }).first().click();
  const work = phone.getByRole('dialog').filter({ hasText: `#${number}` });
  await work.getByRole('button', { name: spaced('接单') }).click();
  await work.getByRole('button', { name: '开始处理' }).click();
  await expect(work.getByText('报警未恢复')).toBeVisible();
  expect(await seriousProblems(phone)).toEqual([]);
  await work.getByRole('button', { name: spaced('完成') }).click();
  const form = phone.getByRole('dialog').filter({ hasText: '故障原因' }).last();
  await form.getByRole('textbox').first().fill('采样泵漏气，已更换');
  await form.getByRole('button', { name: spaced('完成') }).click();
  await expect(work.getByText('待审核').first()).toBeVisible();

  // Closing is refused while the data are still above the limit.
  await on.goto(`/workorder/orders?order=${number}`);
  const order = on.getByRole('dialog').filter({ hasText: `工单 #${number}` });
  const pass = async () => {
    await order.getByRole('button', { name: '审核通过' }).click();
    const step = on.getByRole('dialog', { name: '审核通过' });
    await step.getByRole('button', { name: '审核通过' }).click();
    return step;
  };
  await expect(order.getByText('报警未恢复')).toBeVisible();
  const refused = await pass();
  await expect(on.getByText('报警仍未恢复，不能关闭工单')).toBeVisible();
  await refused.getByRole('button', { name: spaced('取消') }).click();
  await expect(refused).toBeHidden();

  // Good values, but not for long enough: still refused.
  await expect(async () => {
    station.sendNow({ a34004: 20 });
    await expect(order.getByText(/验证中|处理后无数据/)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  const early = await pass();
  await expect(on.getByText(/数据达标的时间还不够长|还没有收到数据/)).toBeVisible();
  await early.getByRole('button', { name: spaced('取消') }).click();
  await expect(early).toBeHidden();

  // Confirmed by the data: closed.
  await expect(async () => {
    station.sendNow({ a34004: 20 });
    await expect(order.getByText('已通过')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 180_000 });
  await pass();
  await expect(order.getByText('已关闭').first()).toBeVisible();
  await expect(order.getByText('采样泵漏气，已更换')).toBeVisible();
  await expect(work.getByText('已关闭').first()).toBeVisible({ timeout: 45_000 });
  expect(await seriousProblems(on)).toEqual([]);
  await pocket.close();
  // Other tests in this instance count the operator's sites.
  await ask(equipment.add.path, { user_id: operator?.user_id, remove: { site_ids: [site_id] } });
});
