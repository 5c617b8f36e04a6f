import type { App, Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Duty } from '#server/servers/leases.ts';
import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';
import { tellOfCancelled, tellOfMeeting } from './tell.ts';

/** How early a meeting may be started. */
const EARLY_MS = 15 * MINUTE_MS;
const EVERY_MS = 20_000;

type Acting = Pick<Ctx, 'db' | 'user' | 'now' | 'settings'>;

async function appointerOf({ db }: Acting, meeting_id: number): Promise<number | null> {
  const row = await db.one<{ appointer_id: number | null }>(
    sql`select appointer_id from meeting where meeting_id = ${meeting_id}`,
  );
  if (!row) throw new Fault('no_data');
  return row.appointer_id;
}

/** Only the organizer may cancel; a running meeting is ended instead. */
export async function cancel(
  ctx: Acting,
  { meeting_id, following }: { meeting_id: number; following: boolean },
): Promise<{ cancelled: number }> {
  const { db, user } = ctx;
  if ((await appointerOf(ctx, meeting_id)) !== user.user_id) throw new Fault('booking_not_own');
  const gone = await db.rows<{ meeting_id: number }>(sql`
    update meeting m set state = 'cancelled'
      from meeting first
     where first.meeting_id = ${meeting_id} and m.state = 'booked' and m.ends_at > ${ctx.now()}
       and m.appointer_id = ${user.user_id}
       and (m.meeting_id = first.meeting_id
            or ${following} and m.series_id = first.series_id and m.starts_at > first.starts_at)
    returning m.meeting_id`);
  if (gone.length === 0) throw new Fault('cancel_failed');
  await tellOfCancelled(
    ctx,
    gone.map((one) => one.meeting_id),
  );
  return { cancelled: gone.length };
}

const takesPart = (user_id: number) => sql`(m.appointer_id = ${user_id} or exists (
  select from meeting_attendee a where a.meeting_id = m.meeting_id and a.user_id = ${user_id}))`;

export async function open(
  ctx: Acting,
  { meeting_id }: { meeting_id: number },
): Promise<Record<string, never>> {
  const { db, user } = ctx;
  const now = ctx.now();
  await appointerOf(ctx, meeting_id);
  const opened = await db.run(sql`
    update meeting m set state = 'started', started_at = ${now}
     where m.meeting_id = ${meeting_id} and m.state = 'booked' and m.ends_at > ${now}
       and m.starts_at <= ${new Date(now.getTime() + EARLY_MS)} and ${takesPart(user.user_id)}`);
  if (opened === 0) throw new Fault('open_failed');
  return {};
}

export async function end(
  ctx: Acting,
  { meeting_id }: { meeting_id: number },
): Promise<Record<string, never>> {
  const { db, user } = ctx;
  const now = ctx.now();
  await appointerOf(ctx, meeting_id);
  const ended = await db.run(sql`
    update meeting m set state = 'ended', ends_at = least(m.ends_at, greatest(${now}, m.starts_at + interval '1 minute'))
     where m.meeting_id = ${meeting_id} and m.state = 'started' and ${takesPart(user.user_id)}`);
  if (ended === 0) throw new Fault('end_failed');
  return {};
}

export async function answer(
  { db, user }: Acting,
  { meeting_id, answer: said }: { meeting_id: number; answer: 'accepted' | 'declined' },
): Promise<Record<string, never>> {
  const changed = await db.run(sql`
    update meeting_attendee a set answer = ${said} from meeting m
     where a.meeting_id = ${meeting_id} and a.user_id = ${user.user_id} and m.meeting_id = a.meeting_id
       and m.state in ('booked', 'started')`);
  if (changed === 0) throw new Fault('no_data');
  return {};
}

/** Releases rooms of no-shows and ends meetings that are over. Safe with several servers: each meeting changes once. */
export async function moveMeetings(app: Pick<App, 'pool' | 'now' | 'settings'>): Promise<number> {
  const now = app.now();
  return app.pool.tx({}, async (db) => {
    const released = await db.rows<{ meeting_id: number }>(sql`
      update meeting m set state = 'released' from meeting_room r
       where r.room_id = m.room_id and m.state = 'booked' and r.no_show_minutes is not null
         and m.starts_at + make_interval(mins => r.no_show_minutes) <= ${now} and m.ends_at > ${now}
      returning m.meeting_id`);
    for (const { meeting_id } of released)
      await tellOfMeeting({ ...app, db, user: { user_id: null } }, 'released', meeting_id);
    const ended = await db.run(sql`
      update meeting set state = 'ended' where state in ('booked', 'started') and ends_at <= ${now}`);
    return released.length + ended;
  });
}

/** Runs on one server at a time. */
export function startMeetingClock(app: App): Duty {
  const clock = repeat(
    EVERY_MS,
    async () => void (await moveMeetings(app)),
    app.log,
    'could not move meetings',
  );
  return { stop: () => clock.stop() };
}
