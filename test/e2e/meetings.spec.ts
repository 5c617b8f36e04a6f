import type { Page } from '@playwright/test';
import { dateAfter } from '#shared/domain/duty-calendar.ts';
import { formatTime } from '#shared/domain/time.ts';
import { seriousProblems } from './axe.ts';
import { expect, spaced, test } from './signed-in.ts';

const tomorrow = dateAfter(formatTime(new Date(), 'yyyy-MM-dd'), 1);

/** The timeline covers 7:00 to 22:00. */
async function placeOf(on: Page, room: string, hour: number): Promise<{ x: number; y: number }> {
  const track = on.getByText(room, { exact: true }).locator('xpath=../following-sibling::*[@data-room]');
  const box = await track.boundingBox();
  if (!box) throw new Error(`${room} is not drawn`);
  return { x: box.x + ((hour - 7) / 15) * box.width, y: box.y + box.height / 2 };
}

/** Drags in the room's row from one hour to another. */
async function pull(on: Page, room: string, fromHour: number, toHour: number): Promise<void> {
  // The mask of a dialog that is still closing would catch the mouse.
  await expect(on.locator('[class*="-mask"]').filter({ visible: true })).toHaveCount(0);
  const from = await placeOf(on, room, fromHour);
  const to = await placeOf(on, room, toHour);
  await on.mouse.move(from.x, from.y);
  await on.mouse.down();
  await on.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await on.mouse.move(to.x, to.y, { steps: 4 });
  await on.mouse.up();
}

test('a room is added, booked by pulling, refused to another, moved and cancelled', async ({ open }) => {
  const on = await open('/meetings/rooms');
  const room = `东厅 ${Date.now()}`;
  await on.getByRole('tab', { name: '部门' }).click();
  // The button of the other tab would open a form that goes with its tab.
  await expect(on.getByPlaceholder('名称或备注')).toBeVisible();
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('textbox', { name: '* 部门名称' }).fill(`东区 ${room}`);
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByRole('row').filter({ hasText: `东区 ${room}` })).toBeVisible();
  await expect(on.getByRole('dialog')).toBeHidden();
  await on.getByRole('tab', { name: '会议室', exact: true }).click();
  await expect(on.getByPlaceholder('名称、部门、位置或备注')).toBeVisible();
  await on.getByRole('button', { name: '新增' }).first().click();
  await on.getByRole('textbox', { name: '* 会议室名称' }).fill(room);
  await on
    .getByRole('dialog', { name: '新增会议室' })
    .getByRole('combobox', { name: '部门', exact: true })
    .click();
  await on.getByTitle(`东区 ${room}`).click();
  await on.getByRole('button', { name: spaced('保存') }).click();
  await expect(on.getByRole('row').filter({ hasText: room })).toBeVisible();

  await on.goto(`/meetings/appointments?date=${tomorrow}`);
  await expect(on.getByText(room, { exact: true })).toBeVisible();
  await pull(on, room, 9, 10);
  const sheet = on.getByRole('dialog', { name: '预约会议室' });
  await sheet.getByRole('textbox', { name: '* 会议主题' }).fill('质控月会');
  await expect(sheet.getByText('会议室可用，参会人都有空')).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
  await sheet.getByRole('button', { name: spaced('预约') }).click();
  const meeting = on.getByRole('button', { name: /质控月会/ });
  await expect(meeting).toHaveAttribute('title', /^09:00–10:00/);

  // An overlapping meeting shows a warning, and is refused with an error at its field.
  await pull(on, room, 8, 11);
  await sheet.getByRole('textbox', { name: '* 会议主题' }).fill('另一个会');
  await expect(sheet.getByText(/已被“质控月会”/).first()).toBeVisible();
  await sheet.getByRole('button', { name: spaced('预约') }).click();
  await expect(sheet.getByText(/已被“质控月会”/).nth(1)).toBeVisible();
  await sheet.getByRole('button', { name: spaced('取消') }).click();
  await on.getByRole('button', { name: spaced('离开') }).click();

  await pull(on, room, 9.5, 14.5);
  await expect(meeting).toHaveAttribute('title', /^14:00–15:00/);
  await meeting.press('Enter');
  const details = on.getByRole('dialog', { name: '质控月会', exact: true });
  await details.getByRole('button', { name: '取消会议' }).click();
  await on.getByRole('button', { name: '取消会议' }).last().click();
  await expect(meeting).toBeHidden();
  await expect(details).toBeHidden();
  await on.setViewportSize({ width: 390, height: 844 });
  await expect(on.getByText(room, { exact: true })).toBeVisible();
  expect(await seriousProblems(on)).toEqual([]);
});
