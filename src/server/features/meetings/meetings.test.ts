import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { notices } from '#shared/contract/access/personal.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { meetingActions, meetings } from '#shared/contract/meetings/meetings.ts';
import { departments, meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { parseTime } from '#shared/domain/time.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';
import { moveMeetings } from './run.ts';

let app: TestApp;
let admin: Client;
let other: Client;
let department_id: number;
const at = (clock: string, day = '2026-11-20') =>
  (parseTime(`${day} ${clock}`) ?? new Date(Number.NaN)).toISOString();
const start = new Date(at('07:00', '2026-11-18'));

beforeAll(async () => {
  app = await testApp({ ROLES: 'api' });
  app.clock.now = start;
  admin = await app.login('admin');
  other = await app.client().signIn((await makeUser(app.db, 2)).account);
  department_id = Number((await admin.send(departments.add, { department_name: '行政部' })).department_id);
});

beforeEach(() => {
  app.clock.now = start;
});

let count = 0;
async function room(more: object = {}): Promise<number> {
  const added = await admin.send(meetingRooms.add, {
    room_name: `会议室 ${++count}`,
    department_id,
    ...more,
  });
  return Number(added.room_id);
}
const wish = (room_id: number, from: string, to: string, more: object = {}) => ({
  ...{ room_id, theme: '例会', starts_at: at(from), ends_at: at(to) },
  ...{ attendee_ids: [other.user?.user_id ?? 0], ...more },
});
const book = async (client: Client, ...wanted: Parameters<typeof wish>) =>
  (await client.send(meetingActions.add, wish(...wanted))).meeting_ids[0] ?? 0;
const refusal = (code: number, field?: string) => ({
  envelope: { code, ...(field && { fields: [{ field }] }) },
});

test('departments and rooms have names of their own, and a department with rooms stays', async () => {
  await expect(admin.send(departments.add, { department_name: '行政部' })).rejects.toMatchObject(
    refusal(42, 'department_name'),
  );
  const room_id = await room({ room_name: '蓝厅' });
  await expect(room({ room_name: '蓝厅' })).rejects.toMatchObject(refusal(43, 'room_name'));
  await expect(admin.send(departments.remove, { department_id })).rejects.toMatchObject(refusal(9));
  await book(admin, room_id, '09:00', '10:00');
  await expect(admin.send(meetingRooms.remove, { room_id })).rejects.toMatchObject(refusal(9));
});

test('what is missing or cannot be has its code at its field', async () => {
  const room_id = await room();
  const refused = async (more: object, code: number, field?: string) =>
    expect(admin.raw(meetingActions.add.path, wish(room_id, '09:00', '10:00', more))).resolves.toMatchObject(
      refusal(code, field),
    );
  await refused({ room_id: undefined }, 81, 'room_id');
  await refused({ room_id: 98_765 }, 81, 'room_id');
  await refused({ attendee_ids: [] }, 80, 'attendee_ids');
  await refused({ starts_at: at('10:00') }, 44, 'starts_at');
  await refused({ starts_at: at('11:00') }, 44, 'starts_at');
  await refused(
    { starts_at: at('05:00', '2026-11-18'), ends_at: at('08:00', '2026-11-18') },
    82,
    'starts_at',
  );
  await refused({ ends_at: at('13:01') }, 400, 'ends_at');
  await refused({ attendee_ids: [98_765] }, 400, 'attendee_ids');
  await book(admin, room_id, '09:00', '13:00');
});

test('start, end, containing and contained are refused with their codes; what only touches is not', async () => {
  const room_id = await room();
  await book(admin, room_id, '10:00', '12:00');
  const refused = (from: string, to: string, code: number, field: string) =>
    expect(other.send(meetingActions.add, wish(room_id, from, to))).rejects.toMatchObject(
      refusal(code, field),
    );
  await refused('11:00', '13:00', 45, 'starts_at');
  await refused('09:00', '11:00', 46, 'ends_at');
  await refused('09:00', '13:00', 48, 'starts_at');
  await refused('10:30', '11:30', 45, 'starts_at');
  await refused('10:00', '12:00', 45, 'starts_at');
  await book(other, room_id, '09:00', '10:00');
  const moved = await book(other, room_id, '12:00', '13:00');
  await expect(
    other.send(meetingActions.edit, { meeting_id: moved, version: 1, starts_at: at('11:30') }),
  ).rejects.toMatchObject(refusal(45));
  await other.send(meetingActions.edit, { meeting_id: moved, version: 1, ends_at: at('14:00') });
});

test('of many who want the same time one gets it, also among those who move there', async () => {
  const room_id = await room();
  const beside = await room();
  const movers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      book(other, beside, `${8 + nth}:00`.padStart(5, '0'), `${8 + nth}:30`.padStart(5, '0')),
    ),
  );
  const tries = await Promise.all([
    ...Array.from({ length: 20 }, (_, nth) =>
      admin.raw(meetingActions.add.path, wish(room_id, '10:00', nth % 2 ? '11:00' : '10:30')),
    ),
    ...movers.map((meeting_id) =>
      other.raw(meetingActions.edit.path, {
        ...{ meeting_id, version: 1, room_id, starts_at: at('10:15'), ends_at: at('10:45') },
      }),
    ),
  ]);
  const codes = tries.map(({ envelope }) => envelope.code);
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  expect(codes.filter((code) => ![0, 45, 46, 48].includes(code))).toEqual([]);
});

test('the database itself lets no two meetings share a room', async () => {
  const room_id = await room();
  await book(admin, room_id, '10:00', '11:00');
  await expect(
    app.db.run(sql`
      insert into meeting (room_id, theme, appointer_name, starts_at, ends_at, booked_at)
      values (${room_id}, 'x', 'x', ${at('10:30')}, ${at('11:30')}, now())`),
  ).rejects.toMatchObject({ constraint: 'meeting_room_taken' });
});

test('a room for some is booked by these only, a closed one by nobody', async () => {
  const added = await admin.send(userGroups.add, { user_group_name: '会议组' });
  const user_group_id = Number(added.user_group_id);
  const room_id = await room({ user_group_ids: [user_group_id] });
  await expect(book(other, room_id, '09:00', '10:00')).rejects.toMatchObject(refusal(47, 'room_id'));
  await admin.send(groupMembers.add, { user_group_id, user_ids: other.user?.user_id ?? 0 });
  await book(other, room_id, '09:00', '10:00');
  await admin.send(meetingRooms.edit, { room_id, version: 1, enabled: false });
  await expect(book(other, room_id, '10:00', '11:00')).rejects.toMatchObject(refusal(47));
  await expect(room({ user_group_ids: [98_765] })).rejects.toMatchObject(refusal(400, 'user_group_ids'));
});

test('only one’s own is moved and cancelled, and only before it begins', async () => {
  const room_id = await room();
  const meeting_id = await book(admin, room_id, '09:00', '10:00');
  await expect(other.send(meetingActions.cancel, { meeting_id })).rejects.toMatchObject(refusal(49));
  await expect(other.send(meetingActions.edit, { meeting_id, version: 1, theme: 'x' })).rejects.toMatchObject(
    refusal(49),
  );
  await admin.send(meetingActions.cancel, { meeting_id });
  await expect(admin.send(meetingActions.cancel, { meeting_id })).rejects.toMatchObject(refusal(50));
  await book(other, room_id, '09:00', '10:00');
  const { data_info } = await admin.send(meetings.list, { room_id, state: 'cancelled' });
  expect(data_info).toMatchObject([{ meeting_id }]);
});

test('a meeting is opened near its start, ended early, and its room is free from then on', async () => {
  const room_id = await room();
  const meeting_id = await book(admin, room_id, '09:00', '11:00');
  await expect(admin.send(meetingActions.open, { meeting_id })).rejects.toMatchObject(refusal(51));
  app.clock.now = new Date(Date.parse(at('09:00')) - 10 * MINUTE_MS);
  const later = await app.login('admin');
  await expect(later.send(meetingActions.end, { meeting_id })).rejects.toMatchObject(refusal(52));
  await later.send(meetingActions.open, { meeting_id });
  await expect(later.send(meetingActions.cancel, { meeting_id })).rejects.toMatchObject(refusal(50));
  app.clock.now = new Date(at('09:30'));
  const last = await app.login('admin');
  await last.send(meetingActions.end, { meeting_id });
  await last.send(meetingActions.add, wish(room_id, '09:30', '10:30'));
});

test('a room to which nobody came is free again, and whoever booked it is told once', async () => {
  const room_id = await room({ no_show_minutes: 10 });
  const kept = await room();
  const [gone, stays] = [
    await book(admin, room_id, '15:00', '16:00'),
    await book(admin, kept, '15:00', '16:00'),
  ];
  app.clock.now = new Date(at('15:09'));
  await moveMeetings(app.app);
  app.clock.now = new Date(at('15:10'));
  await Promise.all([moveMeetings(app.app), moveMeetings(app.app)]);
  const states = await app.db.rows(sql`
    select state from meeting where meeting_id in (${gone}, ${stays}) order by meeting_id`);
  expect(states).toEqual([{ state: 'released' }, { state: 'booked' }]);
  const told = await app.db.rows(sql`
    select from message where kind = 'meeting' and subject like '%无人开启%' and channel = 'in_app'`);
  expect(told).toHaveLength(1);
  app.clock.now = new Date(at('16:00'));
  await moveMeetings(app.app);
  expect(await app.db.rows(sql`select state from meeting where meeting_id = ${stays}`)).toEqual([
    { state: 'ended' },
  ]);
});

test('a row of bookings is made as a whole or without the dates that are taken, and cancelled from one on', async () => {
  const room_id = await room();
  await book(other, room_id, '09:30', '10:30', {
    ...{ starts_at: at('09:30', '2026-11-27'), ends_at: at('10:30', '2026-11-27') },
  });
  const repeat = { every: 'week' as const, until: '2026-12-11' };
  const weekly = wish(room_id, '09:00', '10:00', { repeat });
  await expect(admin.send(meetingActions.add, weekly)).rejects.toMatchObject(refusal(46));
  const checked = await admin.send(meetingActions.check, {
    ...{ room_id, starts_at: at('09:00'), ends_at: at('10:00'), repeat },
    attendee_ids: [other.user?.user_id ?? 0],
  });
  expect(checked.dates.map(({ room: met, people }) => [met?.theme ?? null, people.length])).toEqual([
    [null, 0],
    ['例会', 1],
    [null, 0],
    [null, 0],
  ]);
  const made = await admin.send(meetingActions.add, { ...weekly, skip_taken: true });
  expect(made).toMatchObject({ skipped: 1, meeting_ids: { length: 3 } });
  const cancelled = await admin.send(meetingActions.cancel, {
    meeting_id: made.meeting_ids[1] ?? 0,
    following: true,
  });
  expect(cancelled).toEqual({ cancelled: 2 });
});

test('who is invited is told within the product and by an e-mail that their calendar takes', async () => {
  const guest = await makeUser(app.db, 2);
  const asGuest = await app.client().signIn(guest.account);
  await asGuest.send(notices.set, {
    ...{ email: 'guest@example.com', in_app: ['meeting'], by_sms: [], by_email: ['meeting'] },
  });
  const room_id = await room({ place: '3 楼' });
  const meeting_id = await book(admin, room_id, '09:00', '10:00', { attendee_ids: [guest.user_id] });
  const told = () =>
    app.db.rows<{ channel: string; subject: string; ics: string | null }>(sql`
      select channel, subject, details->>'ics' as ics from message where user_id = ${guest.user_id}
       order by message_id, channel`);
  const [first] = (await told()).filter(({ channel }) => channel === 'email');
  expect((await told()).map(({ channel }) => channel).sort()).toEqual(['email', 'in_app']);
  expect(first?.ics?.replaceAll('\r\n ', '')).toMatch(
    /METHOD:REQUEST[\s\S]*DTSTART:20261120T010000Z[\s\S]*mailto:guest@example.com/,
  );
  await admin.send(meetingActions.edit, {
    meeting_id,
    version: 1,
    starts_at: at('08:30'),
    ends_at: at('09:30'),
  });
  await admin.send(meetingActions.cancel, { meeting_id });
  const letters = (await told()).filter(({ channel }) => channel === 'email');
  expect(letters.map(({ ics }) => /METHOD:(\w+)/.exec(ics ?? '')?.[1])).toEqual([
    'REQUEST',
    'REQUEST',
    'CANCEL',
  ]);
  const numbers = letters.map(({ ics }) => Number(/SEQUENCE:(\d+)/.exec(ics ?? '')?.[1]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(3);
});

test('an invitation is answered by who has it', async () => {
  const room_id = await room();
  // A guest without other meetings that day.
  const guest = await makeUser(app.db, 2);
  const asGuest = await app.client().signIn(guest.account);
  const attendee_ids = [guest.user_id];
  const meeting_id = await book(admin, room_id, '09:00', '10:00', { attendee_ids });
  await asGuest.send(meetingActions.answer, { meeting_id, answer: 'declined' });
  await expect(admin.send(meetingActions.answer, { meeting_id, answer: 'accepted' })).rejects.toMatchObject(
    refusal(10),
  );
  const from = at('00:00');
  const { meetings: shown, rooms } = await other.send(meetingActions.calendar, {
    from,
    to: new Date(Date.parse(from) + 24 * HOUR_MS).toISOString(),
  });
  expect(shown.find((one) => one.meeting_id === meeting_id)?.attendees).toMatchObject([
    { answer: 'declined' },
  ]);
  expect(rooms.find((one) => one.room_id === room_id)).toMatchObject({ may_book: true });
  // People who declined are not busy.
  const checked = await admin.send(meetingActions.check, {
    ...{ room_id: await room(), starts_at: at('09:00'), ends_at: at('10:00') },
    attendee_ids,
  });
  expect(checked.dates[0]?.people.map(({ user_id }) => user_id)).not.toContain(guest.user_id);
});

test('who books and is named among the attendees has accepted', async () => {
  const room_id = await room();
  const own = admin.user?.user_id ?? 0;
  const attendee_ids = [own, other.user?.user_id ?? 0];
  const meeting_id = await book(admin, room_id, '16:00', '17:00', { attendee_ids });
  const from = at('00:00');
  const { meetings: shown } = await admin.send(meetingActions.calendar, {
    ...{ from, to: new Date(Date.parse(from) + 24 * HOUR_MS).toISOString() },
  });
  const answers = shown.find((one) => one.meeting_id === meeting_id)?.attendees ?? [];
  expect(Object.fromEntries(answers.map(({ user_id, answer }) => [user_id === own, answer]))).toEqual({
    ...{ true: 'accepted', false: 'invited' },
  });
});
