import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { notices } from '#shared/contract/access/personal.ts';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { departments, meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';
import { testApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';
import { mailReceiver, smtpAt } from '#test/helpers/receivers.ts';

/** The MIME parts of an e-mail, decoded. */
function partsOf(letter: string): { head: string; body: string }[] {
  const boundaries = [...letter.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  let pieces = [letter];
  for (const boundary of boundaries) pieces = pieces.flatMap((piece) => piece.split(boundary));
  return pieces.map((piece) => {
    const [head = '', ...rest] = piece.trimStart().split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    if (/encoding: base64/i.test(head)) return { head, body: Buffer.from(body, 'base64').toString() };
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`)));
    return { head, body: /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString() : body };
  });
}
const calendarOf = (letter: string) =>
  partsOf(letter).find(({ head }) => /^Content-Type: text\/calendar/im.test(head));
/** Unfolds the lines of an iCalendar file. */
const linesOf = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n');

async function appWithMail() {
  const app = await testApp();
  const admin = await app.login('admin');
  const mail = await mailReceiver();
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, {
    ...{ version, ...smtpAt(mail.port) },
    mail_from: '监测平台 <noreply@example.com>',
  });
  return { app, admin, mail };
}

test('an invitation goes out over SMTP as a letter that calendars read, again when it moves, and is called off', async () => {
  const { app, admin, mail } = await appWithMail();
  const guest = await makeUser(app.db, 2);
  const asGuest = await app.client().signIn(guest.account);
  await asGuest.send(notices.set, {
    ...{ email: 'guest@example.com', in_app: [], by_sms: [], by_email: ['meeting'] },
  });
  const { department_id } = await admin.send(departments.add, { department_name: '质控部' });
  const { room_id } = await admin.send(meetingRooms.add, {
    ...{ room_name: '东厅', department_id: Number(department_id), place: '3 楼' },
  });
  const starts = new Date(Math.ceil(app.clock.now.getTime() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS);
  const ends = new Date(starts.getTime() + HOUR_MS);
  const theme = '质控月会；比对, 与核查'.repeat(4);
  const { meeting_ids } = await admin.send(meetingActions.add, {
    ...{ room_id: Number(room_id), theme, attendee_ids: [guest.user_id] },
    ...{ starts_at: starts.toISOString(), ends_at: ends.toISOString(), description: '第一行\n第二行' },
  });
  await expect.poll(() => mail.letters.length, { timeout: 30_000 }).toBe(1);
  const [letter = ''] = mail.letters;
  expect(letter).toContain('To: guest@example.com');
  const calendar = calendarOf(letter);
  expect(calendar?.head).toMatch(/charset=utf-8; method=REQUEST/i);
  const ics = calendar?.body ?? '';
  expect(ics.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const compact = (at: Date) => at.toISOString().replace(/[-:]|\.000/g, '');
  expect(linesOf(ics)).toEqual(
    expect.arrayContaining([
      ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', `DTSTART:${compact(starts)}`, `DTEND:${compact(ends)}`],
      `SUMMARY:${'质控月会；比对\\, 与核查'.repeat(4)}`,
      ...['DESCRIPTION:第一行\\n第二行', 'LOCATION:东厅 3 楼', 'STATUS:CONFIRMED', 'END:VCALENDAR'],
    ]),
  );
  expect(linesOf(ics).find((line) => line.startsWith('ATTENDEE'))).toMatch(/mailto:guest@example\.com$/);
  expect(linesOf(ics).find((line) => line.startsWith('ORGANIZER'))).toMatch(/mailto:noreply@example\.com$/);
  // The plain text for mail programs without calendar support, in both languages.
  expect(partsOf(letter).find(({ head }) => /^Content-Type: text\/plain/im.test(head))?.body).toMatch(
    /东厅 3 楼[\s\S]*booked by/,
  );

  const meeting_id = meeting_ids[0] ?? 0;
  await admin.send(meetingActions.edit, {
    meeting_id,
    version: 1,
    ends_at: new Date(ends.getTime() + HOUR_MS).toISOString(),
  });
  await expect.poll(() => mail.letters.length, { timeout: 30_000 }).toBe(2);
  await admin.send(meetingActions.cancel, { meeting_id });
  await expect.poll(() => mail.letters.length, { timeout: 30_000 }).toBe(3);
  const all = mail.letters.map((one) => linesOf(calendarOf(one)?.body ?? ''));
  const [uid] = all[0]?.filter((line) => line.startsWith('UID:')) ?? [];
  expect(all.every((lines) => lines.includes(uid ?? '-'))).toBe(true);
  expect(all.map((lines) => lines.find((line) => line.startsWith('METHOD:')))).toEqual([
    ...['METHOD:REQUEST', 'METHOD:REQUEST', 'METHOD:CANCEL'],
  ]);
  const numbers = all.map((lines) => Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice(9)));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('a series is one notice and one letter for each guest, and so is calling it off; one date of it keeps its number', async () => {
  const { app, admin, mail } = await appWithMail();
  const { department_id } = await admin.send(departments.add, { department_name: '质控部' });
  const { room_id } = await admin.send(meetingRooms.add, {
    ...{ room_name: '东厅', department_id: Number(department_id) },
  });
  const guests = [await makeUser(app.db, 2), await makeUser(app.db, 2)];
  for (const [nth, { account }] of guests.entries())
    await (await app.client().signIn(account)).send(notices.set, {
      ...{ email: `guest${nth}@example.com`, in_app: ['meeting'], by_sms: [], by_email: ['meeting'] },
    });
  const [guest = 0, latecomer = 0] = guests.map(({ user_id }) => user_id);
  /** The messages to a guest since the last call. */
  const seen = new Map<number, { message_id: number; letters: number }>();
  const told = async (user_id = guest) => {
    const before = seen.get(user_id) ?? { message_id: 0, letters: 0 };
    const rows = await app.db.rows<{ message_id: number; channel: string; body: string }>(sql`
      select message_id, channel, body from message
       where user_id = ${user_id} and message_id > ${before.message_id} order by message_id`);
    expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['email', 'in_app']);
    const address = `guest${guests.findIndex((one) => one.user_id === user_id)}@example.com`;
    const letters = () => mail.letters.filter((letter) => letter.includes(`To: ${address}`));
    await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(before.letters + 1);
    seen.set(user_id, { message_id: rows.at(-1)?.message_id ?? 0, letters: before.letters + 1 });
    return { body: rows[0]?.body ?? '', lines: linesOf(calendarOf(letters().at(-1) ?? '')?.body ?? '') };
  };
  const series = {
    ...{
      room_id: Number(room_id),
      theme: '周例会',
      attendee_ids: [guest],
    },
    ...{ starts_at: '2027-03-01T01:00:00Z', ends_at: '2027-03-01T02:00:00Z', skip_taken: true },
  };
  // Occupies the room on the third Monday.
  await admin.send(meetingActions.add, {
    ...{ ...series, theme: '另一个', attendee_ids: [latecomer] },
    ...{ starts_at: '2027-03-15T01:30:00Z', ends_at: '2027-03-15T02:00:00Z' },
  });
  await told(latecomer);
  const repeat = { every: 'week' as const, until: '2027-04-20' };
  const { meeting_ids } = await admin.send(meetingActions.add, { ...series, repeat });
  expect(meeting_ids).toHaveLength(7);
  const invited = await told();
  expect(invited.body).toContain('首次 2027-03-01 09:00–10:00，每周，至 2027-04-19，共 7 次');
  expect(invited.body).toContain(
    'First date: 2027-03-01 09:00–10:00. Every week until 2027-04-19, dates: 7.',
  );
  expect(invited.body).toContain('No meeting when the room is taken: 2027-03-15');
  expect(invited.lines).toContain('RRULE:FREQ=WEEKLY;COUNT=8');
  expect(invited.lines).toContain('EXDATE;TZID=Asia/Shanghai:20270315T090000');
  const uid = invited.lines.find((line) => line.startsWith('UID:')) ?? '';

  // RECURRENCE-ID stays the planned time, also if a date moves twice.
  const [first = 0, second = 0, third = 0] = meeting_ids;
  for (const [nth, hour] of ['03', '05'].entries()) {
    await admin.send(meetingActions.edit, {
      ...{ meeting_id: second, version: 1 + nth },
      ...{ starts_at: `2027-03-08T${hour}:00:00Z`, ends_at: `2027-03-08T${hour}:30:00Z` },
    });
    const { lines } = await told();
    expect(lines).toEqual(expect.arrayContaining([uid, 'METHOD:REQUEST', 'RECURRENCE-ID:20270308T010000Z']));
    expect(lines).toContain(`DTSTART:20270308T${hour}0000Z`);
  }
  await admin.send(meetingActions.edit, {
    ...{ meeting_id: third, version: 1, attendee_ids: [guest, latecomer] },
  });
  await told();
  // Only the date that they are invited to, not the series.
  expect((await told(latecomer)).lines).toEqual(
    expect.arrayContaining([uid, 'RECURRENCE-ID:20270322T010000Z', 'METHOD:REQUEST']),
  );

  await admin.send(meetingActions.cancel, { meeting_id: first });
  expect((await told()).lines).toEqual(
    expect.arrayContaining([uid, 'METHOD:CANCEL', 'RECURRENCE-ID:20270301T010000Z']),
  );
  await admin.send(meetingActions.cancel, { meeting_id: third, following: true });
  const cancelled = await told();
  expect(cancelled.body).toContain('共 5 次');
  expect(cancelled.lines.filter((line) => line === uid)).toHaveLength(5);
  expect(cancelled.lines.filter((line) => line.startsWith('RECURRENCE-ID:'))).toHaveLength(5);
  expect((await told(latecomer)).lines.filter((line) => line.startsWith('RECURRENCE-ID:'))).toEqual([
    'RECURRENCE-ID:20270322T010000Z',
  ]);
  // No date is left, so the series itself is cancelled.
  await admin.send(meetingActions.cancel, { meeting_id: second, following: true });
  const over = await told();
  expect(over.lines).toEqual(expect.arrayContaining([uid, 'METHOD:CANCEL']));
  expect(over.lines.some((line) => line.startsWith('RECURRENCE-ID'))).toBe(false);
});
