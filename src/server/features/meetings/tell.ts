import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { inBoth, notify, type UserNotice } from '#server/messages/notify.ts';
import { sayIn } from '#server/words.ts';
import { type Invitation, invitationText, type Method } from '#shared/domain/ics.ts';
import type { Series } from '#shared/domain/ics-series.ts';
import { formatTime } from '#shared/domain/time.ts';
import type { Language } from '#shared/i18n/index.ts';
import type { Say } from '#shared/i18n/say.ts';

export type MeetingNews = 'invited' | 'changed' | 'cancelled' | 'released';

interface Told {
  meeting_id: number;
  series_id: number | null;
  version: number;
  theme: string;
  description: string;
  appointer_id: number | null;
  appointer_name: string;
  starts_at: string;
  ends_at: string;
  planned_at: string | null;
  room_name: string;
  place: string;
  people: { user_id: number; name: string; address: string }[];
}

type Telling = Pick<Ctx, 'db' | 'now' | 'settings'> & { user: { user_id: number | null } };

const read = (db: Db, meeting_ids: readonly number[]) =>
  db.rows<Told>(sql`
    select m.meeting_id, m.series_id, m.version, m.theme, m.description, m.appointer_id, m.appointer_name, m.starts_at,
           m.ends_at, m.planned_at, r.room_name, r.place,
           array(select jsonb_build_object('user_id', a.user_id, 'name', u.real_name, 'address', coalesce(n.email, ''))
                   from meeting_attendee a join user_account u using (user_id) left join user_notice n using (user_id)
                  where a.meeting_id = m.meeting_id order by a.user_id) as people
      from meeting m join meeting_room r using (room_id) where m.meeting_id = any(${[...meeting_ids]}::bigint[])
     order by m.starts_at, m.meeting_id`);

/** Notifies the given users, by default all invited ones. E-mails contain a calendar event. */
export async function tellOfMeeting(
  ctx: Telling,
  news: MeetingNews,
  meeting_id: number,
  user_ids?: readonly number[],
): Promise<void> {
  const [meeting] = await read(ctx.db, [meeting_id]);
  if (!meeting) return;
  const all = news === 'released' ? [meeting.appointer_id] : meeting.people.map(({ user_id }) => user_id);
  await send(ctx, user_ids ?? all, {
    method: news === 'cancelled' || news === 'released' ? 'CANCEL' : 'REQUEST',
    events: [eventOf(meeting)],
    ...wordsOf(news, meeting, (say) => [say('meetings.told_body', slotsOf(meeting))]),
  });
}

/** One invitation for a new series, regardless of its number of dates. */
export async function tellOfSeries(ctx: Telling, first_id: number, series: Series): Promise<void> {
  const [first] = await read(ctx.db, [first_id]);
  if (!first) return;
  const { every, planned, skipped } = series;
  const slots = {
    ...slotsOf(first),
    until: dayOf(planned.at(-1) ?? new Date(first.starts_at)),
    count: String(planned.length - skipped.length),
  };
  const people = first.people.map(({ user_id }) => user_id);
  await send(ctx, people, {
    method: 'REQUEST',
    events: [{ ...eventOf(first), recurrence_id: undefined, series }],
    ...wordsOf('invited', first, (say) => [
      say('meetings.told_series', { ...slots, every: say(`meetings.every_${every}`) }),
      ...(skipped.length > 0 ? [say('meetings.told_skipped', { dates: skipped.map(dayOf).join(', ') })] : []),
    ]),
  });
}

/** One message per person for all of their dates that were cancelled together. */
export async function tellOfCancelled(ctx: Telling, meeting_ids: readonly number[]): Promise<void> {
  const meetings = await read(ctx.db, meeting_ids);
  for (const { meeting_id, planned_at } of meetings)
    if (planned_at === null) await tellOfMeeting(ctx, 'cancelled', meeting_id);
  const dates = meetings.filter(({ planned_at }) => planned_at !== null);
  const whole = await wholeSeries(ctx.db, dates[0]?.series_id ?? null);
  for (const group of byInvited(dates)) {
    const [first, ...later] = group.dates;
    const last = later.at(-1);
    if (!first) continue;
    const slots = { ...slotsOf(first), count: String(group.dates.length), last: last ? timeOf(last) : '' };
    await send(ctx, group.user_ids, {
      method: 'CANCEL',
      events: whole
        ? [{ ...eventOf(first), recurrence_id: undefined, sequence: whole.sequence }]
        : // Attendees only at the first date: with 60 dates the e-mail would be megabytes.
          [eventOf(first), ...later.map((date) => ({ ...eventOf(date), attendees: [] }))],
      ...wordsOf('cancelled', first, (say) => [
        say(last ? 'meetings.told_cancelled_dates' : 'meetings.told_body', slots),
      ]),
    });
  }
}

/** The iCalendar sequence to cancel a series as a whole; undefined while it has dates left. */
async function wholeSeries(db: Db, series_id: number | null): Promise<{ sequence: number } | undefined> {
  return db.one<{ sequence: number }>(sql`
    select max(version) as sequence from meeting where series_id = ${series_id}::bigint
    having bool_and(state in ('cancelled', 'released'))`);
}

/** Dates of a series may have different guests: groups people invited to the same dates. */
function byInvited(dates: readonly Told[]): { dates: Told[]; user_ids: number[] }[] {
  const invitedTo = new Map<number, Told[]>();
  for (const date of dates)
    for (const { user_id } of date.people) invitedTo.set(user_id, [...(invitedTo.get(user_id) ?? []), date]);
  const groups = new Map<string, { dates: Told[]; user_ids: number[] }>();
  for (const [user_id, theirs] of invitedTo) {
    const key = theirs.map(({ meeting_id }) => meeting_id).join(' ');
    const group = groups.get(key) ?? { dates: theirs, user_ids: [] };
    group.user_ids.push(user_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

type Event = Omit<Invitation, 'stamp' | 'organizer'> & { organizer_name: string };

function eventOf(meeting: Told): Event {
  const { meeting_id, series_id, planned_at } = meeting;
  return {
    uid: planned_at === null ? `meeting-${meeting_id}@lanjing` : `meeting-series-${series_id}@lanjing`,
    ...(planned_at !== null && { recurrence_id: new Date(planned_at) }),
    sequence: meeting.version,
    starts_at: new Date(meeting.starts_at),
    ends_at: new Date(meeting.ends_at),
    summary: meeting.theme,
    description: meeting.description,
    location: placeOf(meeting),
    organizer_name: meeting.appointer_name,
    attendees: meeting.people.filter(({ address }) => address !== ''),
  };
}

interface Letter extends Pick<UserNotice, 'subject' | 'body' | 'said' | 'path'> {
  method: Method;
  events: Event[];
}

/** Does not notify the acting user. */
async function send(
  ctx: Telling,
  user_ids: readonly (number | null)[],
  { method, events, ...notice }: Letter,
): Promise<void> {
  const whom = user_ids.filter((one): one is number => one !== null && one !== ctx.user.user_id);
  if (whom.length === 0) return;
  const { mail_from } = await ctx.settings.read(ctx.db);
  const address = /<([^>]+)>/.exec(mail_from ?? '')?.[1] ?? mail_from;
  const invitations = events.map(({ organizer_name, ...event }) => ({
    ...event,
    stamp: ctx.now(),
    organizer: { name: organizer_name, address: address || 'noreply@localhost' },
  }));
  await notify(ctx, ctx.db, whom, {
    ...{ kind: 'meeting', ...notice },
    mail: { ics: invitationText(method, ...invitations), ics_method: method },
  });
}

const dayOf = (at: Date) => formatTime(at, 'yyyy-MM-dd');
const timeOf = ({ starts_at, ends_at }: Told) =>
  `${formatTime(new Date(starts_at), 'yyyy-MM-dd HH:mm')}–${formatTime(new Date(ends_at), 'HH:mm')}`;
const placeOf = ({ room_name, place }: Told) => [room_name, place].filter(Boolean).join(' ');
const slotsOf = (meeting: Told) => ({
  theme: meeting.theme,
  room: placeOf(meeting),
  name: meeting.appointer_name,
  time: timeOf(meeting),
});

/** Bilingual, because the reader's language is not known here; with the meeting's place in the calendar. */
function wordsOf(
  news: MeetingNews,
  meeting: Told,
  lines: (say: Say) => string[],
): Pick<UserNotice, 'subject' | 'body' | 'said' | 'path'> {
  const noticeIn = (language: Language) => {
    const say = sayIn(language);
    return {
      subject: say(`meetings.told_${news}`, { theme: meeting.theme }),
      body: [...lines(say), meeting.description].filter(Boolean).join('\n'),
    };
  };
  return {
    ...inBoth({ zh: noticeIn('zh'), en: noticeIn('en') }),
    path: `/meetings/appointments?date=${dayOf(new Date(meeting.starts_at))}&meeting=${meeting.meeting_id}`,
  };
}
