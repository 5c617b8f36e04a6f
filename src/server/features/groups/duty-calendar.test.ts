import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { onDuty } from '#server/duty/on-duty.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { dutyCalendar, dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { parseTime } from '#shared/domain/time.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeType } from '#test/helpers/orders.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  app.clock.now = parseTime('2026-11-16 12:00') ?? new Date(Number.NaN);
  admin = await app.login('admin');
});

let count = 0;
/**
 * Every day the first of three has the day turn and the second the night turn; the third has none. 2026-11-16 is a
 * Monday.
 */
async function roster() {
  const people = await Promise.all([2, 2, 2].map((role) => makeUser(app.db, role)));
  const [day = 0, night = 0, third = 0] = people.map(({ user_id }) => user_id);
  const added = await admin.send(userGroups.add, { user_group_name: `日历组${++count}` });
  const user_group_id = Number(added.user_group_id);
  await admin.send(groupMembers.add, { user_group_id, user_ids: [day, night, third] });
  const duties = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { user_id: day, weekday, start_time: '08:00', end_time: '20:00' },
    { user_id: night, weekday, start_time: '20:00', end_time: '08:00' },
  ]);
  await admin.send(duty.set, { user_group_id, version: 1, duties });
  const [asDay, asNight, asThird] = await Promise.all(
    people.map(({ account }) => app.client().signIn(account)),
  );
  if (!asDay || !asNight || !asThird) throw new Error('not signed in');
  return { user_group_id, day, night, third, asDay, asNight, asThird, duties };
}
const at = (text: string) => parseTime(text) ?? new Date(Number.NaN);
const on = async (user_group_id: number, text: string) =>
  (await onDuty(app.db, [user_group_id], at(text))).map(({ user_id }) => user_id);
const turnsOf = async (client: Client, user_group_id: number, date: string) =>
  (await client.send(dutyCalendar.data, { user_group_id, from: date, to: date })).days[0]?.turns.map(
    ({ user_id }) => user_id,
  );

test('a turn is offered, accepted by the other person, and then theirs in calendar and orders alike', async () => {
  const { user_group_id, day, night, third, asDay, asThird } = await roster();
  const asked = {
    user_group_id,
    on_date: '2026-11-18',
    start_time: '08:00',
    to_user_id: third,
    note: '看病',
  };
  const { swap_id } = await asDay.send(dutySwaps.ask, asked);
  expect(await on(user_group_id, '2026-11-18 09:00')).toEqual([day]);
  const message = await app.db.one<{ subject: string }>(
    sql`select subject from message where user_id = ${third} and channel = 'in_app'`,
  );
  expect(message?.subject).toMatch(/2026-11-18 08:00.*asks you to take over/);
  await expect(asDay.send(dutySwaps.answer, { swap_id, answer: 'accept' })).rejects.toMatchObject({
    envelope: { code: 13 },
  });
  await asThird.send(dutySwaps.answer, { swap_id, answer: 'accept' });
  expect(await on(user_group_id, '2026-11-18 09:00')).toEqual([third]);
  expect(await on(user_group_id, '2026-11-19 09:00')).toEqual([day]);
  expect(await turnsOf(asThird, user_group_id, '2026-11-18')).toEqual([third, night]);
  await expect(asThird.send(dutySwaps.answer, { swap_id, answer: 'refuse' })).rejects.toMatchObject({
    envelope: { code: 40, detail: 'duty_swap_over' },
  });

  const before = app.clock.now;
  app.clock.now = at('2026-11-18 09:00');
  const later = await app.login('admin');
  const { order_id } = await later.send(orderActions.add, {
    ...{ order_type_id: await makeType(later), order_title: '给值班人', assign: 'duty', user_group_id },
  });
  expect((await later.send(orderActions.get, { order_id })).assignee_id).toBe(third);
  const { data_info } = await later.send(dutyCalendar.groups, {});
  expect(data_info.find((one) => one.user_group_id === user_group_id)?.now).toMatchObject([
    { user_id: third },
  ]);
  app.clock.now = before;
});

test('an exchange gives a turn for a turn; nobody stands in two places at once', async () => {
  const { user_group_id, day, night, asDay, asNight } = await roster();
  const wanted = { user_group_id, on_date: '2026-11-18', start_time: '08:00', to_user_id: night };
  const given = { return_date: '2026-11-20', return_start: '20:00' };
  const { swap_id } = await asDay.send(dutySwaps.ask, { ...wanted, ...given });
  await asNight.send(dutySwaps.answer, { swap_id, answer: 'accept' });
  expect(await on(user_group_id, '2026-11-18 09:00')).toEqual([night]);
  expect(await on(user_group_id, '2026-11-21 03:00')).toEqual([day]);
  await expect(
    admin.send(dutySwaps.set, {
      ...{ user_group_id, user_id: night, to_user_id: night, on_date: '2026-11-19', start_time: '20:00' },
    }),
  ).rejects.toMatchObject({ envelope: { code: 400, fields: [{ field: 'to_user_id' }] } });
  // Both turns of this day start at the same time, so neither user can take the other's.
  const { version } = await admin.send(duty.get, { user_group_id });
  const turns = [day, night].map((user_id) => ({ user_id, start_time: '09:00', end_time: '17:00' }));
  await admin.send(dutyCalendar.setDay, {
    user_group_id,
    version,
    on_date: '2026-11-22',
    is_own: true,
    turns,
  });
  await expect(
    asDay.send(dutySwaps.ask, { ...wanted, on_date: '2026-11-22', start_time: '09:00' }),
  ).rejects.toMatchObject({ envelope: { code: 40, detail: 'duty_person_busy' } });
});

test('a turn that is not there, has begun or is offered already is refused', async () => {
  const { user_group_id, third, asDay } = await roster();
  const ask = (on_date: string, start_time = '08:00') =>
    asDay.send(dutySwaps.ask, { user_group_id, on_date, start_time, to_user_id: third });
  await expect(ask('2026-11-18', '20:00')).rejects.toMatchObject({ envelope: { detail: 'duty_turn_gone' } });
  await expect(ask('2026-11-16')).rejects.toMatchObject({ envelope: { detail: 'duty_turn_begun' } });
  const { swap_id } = await ask('2026-11-19');
  await expect(ask('2026-11-19')).rejects.toMatchObject({ envelope: { code: 72 } });
  await asDay.send(dutySwaps.answer, { swap_id, answer: 'withdraw' });
  await ask('2026-11-19');
});

test('of many who answer at once one is heard', async () => {
  const { user_group_id, third, asDay, asThird } = await roster();
  const { swap_id } = await asDay.send(dutySwaps.ask, {
    ...{ user_group_id, on_date: '2026-11-19', start_time: '08:00', to_user_id: third },
  });
  const answers = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => asThird.send(dutySwaps.answer, { swap_id, answer: 'accept' })),
    ...Array.from({ length: 5 }, () => asDay.send(dutySwaps.answer, { swap_id, answer: 'withdraw' })),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a dispatcher sets who stands in, also in a turn that has begun, and undoes it', async () => {
  const { user_group_id, day, third, asDay } = await roster();
  const wanted = {
    user_group_id,
    user_id: day,
    to_user_id: third,
    on_date: '2026-11-16',
    start_time: '08:00',
  };
  await expect(asDay.send(dutySwaps.set, wanted)).rejects.toMatchObject({ envelope: { code: 16 } });
  const { swap_id } = await admin.send(dutySwaps.set, wanted);
  expect(await on(user_group_id, '2026-11-16 12:00')).toEqual([third]);
  await admin.send(dutySwaps.undo, { swap_id });
  expect(await on(user_group_id, '2026-11-16 12:00')).toEqual([day]);
  await expect(admin.send(dutySwaps.undo, { swap_id })).rejects.toMatchObject({
    envelope: { code: 40, detail: 'duty_swap_over' },
  });
});

test('nobody sets the duty of someone who may do more', async () => {
  const { user_group_id, night } = await roster();
  const boss = admin.user?.user_id ?? 0;
  await admin.send(groupMembers.add, { user_group_id, user_ids: boss });
  const role = await makeRole(app.db, ['duty.read', 'duty.swap', 'duty.manage', 'group.read']);
  const dispatcher = await app.client().signIn((await makeUser(app.db, role)).account);
  await expect(
    dispatcher.send(dutySwaps.set, {
      ...{ user_group_id, user_id: night, to_user_id: boss, on_date: '2026-11-18', start_time: '20:00' },
    }),
  ).rejects.toMatchObject({ envelope: { code: 13 } });
});

test('a holiday of the working hours is a holiday of the roster', async () => {
  const { user_group_id, day, third, duties } = await roster();
  const calendar = await admin.send(orderCalendar.data, {});
  await admin.send(orderCalendar.set, { ...calendar, days: { '2026-11-24': [] } });
  expect(await on(user_group_id, '2026-11-24 12:00')).toEqual([day]);
  const holiday = { user_id: third, weekday: 8, start_time: '08:00', end_time: '20:00' };
  await admin.send(duty.set, { user_group_id, version: 2, duties: [...duties, holiday] });
  expect(await on(user_group_id, '2026-11-24 12:00')).toEqual([third]);
  expect(await on(user_group_id, '2026-11-25 12:00')).toEqual([day]);
  const shown = await admin.send(dutyCalendar.data, { user_group_id, from: '2026-11-24', to: '2026-11-24' });
  expect(shown.days).toMatchObject([{ is_holiday: true, gaps: [{ from: 1200, to: 1440 }] }]);
});

test('a date of its own holds in place of the week, its editors are told apart, and it can be taken back', async () => {
  const { user_group_id, day, third, asDay } = await roster();
  const turns = [{ user_id: third, start_time: '00:00', end_time: '00:00' }];
  const own = { user_group_id, version: 2, on_date: '2026-11-18', is_own: true, note: '演练', turns };
  await expect(asDay.send(dutyCalendar.setDay, own)).rejects.toMatchObject({ envelope: { code: 16 } });
  await admin.send(dutyCalendar.setDay, own);
  expect(await on(user_group_id, '2026-11-18 12:00')).toEqual([third]);
  await expect(admin.send(dutyCalendar.setDay, own)).rejects.toMatchObject({
    envelope: { code: 65, detail: 'changed_meanwhile' },
  });
  await admin.send(dutyCalendar.setDay, { ...own, version: 3, is_own: false, turns: [] });
  expect(await on(user_group_id, '2026-11-18 12:00')).toEqual([day]);
});

test('a roster is for its members and for those who may read groups', async () => {
  const { user_group_id, third, asThird } = await roster();
  const stranger = await app.client().signIn((await makeUser(app.db, 2)).account);
  const asked = { user_group_id, from: '2026-11-16', to: '2026-11-22' };
  expect((await asThird.send(dutyCalendar.data, asked)).days).toHaveLength(7);
  await expect(stranger.send(dutyCalendar.data, asked)).rejects.toMatchObject({ envelope: { code: 13 } });
  expect(await stranger.send(dutyCalendar.groups, {})).toEqual({ data_info: [] });
  await expect(
    stranger.send(dutySwaps.ask, {
      user_group_id,
      on_date: '2026-11-18',
      start_time: '08:00',
      to_user_id: third,
    }),
  ).rejects.toMatchObject({ envelope: { code: 400 } });
  await expect(admin.send(dutyCalendar.data, { ...asked, to: '2027-11-22' })).rejects.toMatchObject({
    envelope: { code: 400, fields: [{ field: 'to' }] },
  });
});

test('whoever leaves the group leaves dates and swaps too', async () => {
  const { user_group_id, day, third } = await roster();
  await admin.send(dutySwaps.set, {
    ...{ user_group_id, user_id: day, to_user_id: third, on_date: '2026-11-18', start_time: '08:00' },
  });
  await admin.send(groupMembers.remove, { user_group_id, user_ids: third });
  expect(await on(user_group_id, '2026-11-18 12:00')).toEqual([day]);
});
