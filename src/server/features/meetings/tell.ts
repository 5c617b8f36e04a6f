import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { notify } from '#server/messages/notify.ts';
import { sayIn } from '#server/words.ts';
import { invitationText } from '#shared/domain/ics.ts';
import { formatTime } from '#shared/domain/time.ts';

export type MeetingNews = 'invited' | 'changed' | 'cancelled' | 'released';

interface Told {
  meeting_id: number;
  version: number;
  theme: string;
  description: string;
  appointer_id: number | null;
  appointer_name: string;
  starts_at: string;
  ends_at: string;
  room_name: string;
  place: string;
  people: { user_id: number; name: string; address: string }[];
}

type Telling = Pick<Ctx, 'db' | 'now' | 'settings'> & { user: { user_id: number | null } };

/** Whom a meeting concerns, by default all who are invited. E-mails bring it into the calendars of their readers. */
export async function tellOfMeeting(
  ctx: Telling,
  news: MeetingNews,
  meeting_id: number,
  user_ids?: readonly number[],
): Promise<void> {
  const { db } = ctx;
  const meeting = await db.one<Told>(sql`
    select m.meeting_id, m.version, m.theme, m.description, m.appointer_id, m.appointer_name, m.starts_at, m.ends_at,
           r.room_name, r.place,
           array(select jsonb_build_object('user_id', a.user_id, 'name', u.real_name, 'address', coalesce(n.email, ''))
                   from meeting_attendee a join user_account u using (user_id) left join user_notice n using (user_id)
                  where a.meeting_id = m.meeting_id order by a.user_id) as people
      from meeting m join meeting_room r using (room_id) where m.meeting_id = ${meeting_id}`);
  if (!meeting) return;
  const all = news === 'released' ? [meeting.appointer_id] : meeting.people.map(({ user_id }) => user_id);
  const whom = (user_ids ?? all).filter((one): one is number => one !== null && one !== ctx.user.user_id);
  if (whom.length === 0) return;
  const { mail_from } = await ctx.settings.read(db);
  const organizer = /<([^>]+)>/.exec(mail_from ?? '')?.[1] ?? mail_from;
  const gone = news === 'cancelled' || news === 'released';
  const ics = invitationText({
    method: gone ? 'CANCEL' : 'REQUEST',
    uid: `meeting-${meeting_id}@lanjing`,
    sequence: meeting.version,
    stamp: ctx.now(),
    starts_at: new Date(meeting.starts_at),
    ends_at: new Date(meeting.ends_at),
    summary: meeting.theme,
    description: meeting.description,
    location: [meeting.room_name, meeting.place].filter(Boolean).join(' '),
    organizer: { name: meeting.appointer_name, address: organizer || 'noreply@localhost' },
    attendees: meeting.people.filter(({ address }) => address !== ''),
  });
  await notify(ctx, db, whom, {
    kind: 'meeting',
    ...wordsOf(news, meeting),
    mail: { ics, ics_method: gone ? 'CANCEL' : 'REQUEST' },
  });
}

/** Nobody knows which language they read: in both. */
function wordsOf(news: MeetingNews, meeting: Told): { subject: string; body: string } {
  const slots = {
    theme: meeting.theme,
    room: [meeting.room_name, meeting.place].filter(Boolean).join(' '),
    name: meeting.appointer_name,
    time: `${formatTime(new Date(meeting.starts_at), 'yyyy-MM-dd HH:mm')}–${formatTime(new Date(meeting.ends_at), 'HH:mm')}`,
  };
  const said = (['zh', 'en'] as const).map((language) => ({
    subject: sayIn(language)(`meetings.told_${news}`, slots),
    body: sayIn(language)('meetings.told_body', slots),
  }));
  return {
    subject: said.map(({ subject }) => subject).join(' · '),
    body: [...said.map(({ body }) => body), meeting.description].filter(Boolean).join('\n'),
  };
}
