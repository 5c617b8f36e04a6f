import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, type Sql, sql } from '#server/db/sql.ts';
import { clashOf, LONGEST_MS, type Span } from '#shared/domain/meeting-dates.ts';
import { Fault } from '#shared/faults.ts';

type Booking = Pick<Ctx, 'db' | 'user' | 'now'>;

/** Validates a time span regardless of other bookings. */
export function requireTime({ starts_at, ends_at }: Span, now: Date): void {
  if (starts_at >= ends_at)
    throw new Fault('start_after_end', { fields: [{ field: 'starts_at', problem: 'start_after_end' }] });
  if (starts_at < now)
    throw new Fault('start_in_past', { fields: [{ field: 'starts_at', problem: 'start_in_past' }] });
  if (ends_at.getTime() - starts_at.getTime() > LONGEST_MS)
    throw new Fault('parameter_error', { fields: [{ field: 'ends_at', problem: 'meeting_too_long' }] });
}

/** A meeting needs a room and at least one attendee. */
export function requireNamed(room_id: number | null, attendee_ids: readonly number[]): number {
  if (room_id === null)
    throw new Fault('room_id_empty', { fields: [{ field: 'room_id', problem: 'required' }] });
  if (attendee_ids.length === 0)
    throw new Fault('attendees_empty', { fields: [{ field: 'attendee_ids', problem: 'required' }] });
  return room_id;
}

/** Whether the user may book room `r`. */
export const mayBook = (user_id: number): Sql => sql`
  r.enabled and (r.user_group_ids = '{}' or exists (
    select from user_group_member m where m.user_id = ${user_id} and m.user_group_id = any(r.user_group_ids)))`;

/**
 * Serializes the bookings of a room, so that an error can name the conflicting meeting. An exclusion constraint
 * prevents overlaps anyway.
 */
export async function lockRooms({ db, user }: Booking, room_id: number, from?: number): Promise<void> {
  const ids = [...new Set([room_id, from ?? room_id])];
  const rooms = await db.rows<{ room_id: number; may: boolean }>(sql`
    select r.room_id, ${mayBook(user.user_id)} as may from meeting_room r
     where r.room_id = any(${ids}) order by r.room_id for no key update`);
  const wanted = rooms.find((room) => room.room_id === room_id);
  if (!wanted) throw new Fault('room_id_empty', { fields: [{ field: 'room_id', problem: 'unknown_value' }] });
  if (!wanted.may)
    throw new Fault('room_refused', { fields: [{ field: 'room_id', problem: 'room_refused' }] });
}

export interface Taken {
  meeting_id: number;
  theme: string;
  appointer_name: string;
  starts_at: string;
  ends_at: string;
}

/** Bookings of a room that overlap any of the spans; `but` excludes the meeting that is being moved. */
export function takenIn(
  db: Db,
  room_id: number,
  spans: readonly Span[],
  but?: number,
): Promise<(Taken & { nth: number })[]> {
  return db.rows<Taken & { nth: number }>(sql`
    select w.nth, m.meeting_id, m.theme, m.appointer_name, m.starts_at, m.ends_at
      from jsonb_to_recordset(${json(spans.map((span, nth) => ({ nth, ...span })))})
             as w (nth integer, starts_at timestamptz, ends_at timestamptz)
      join meeting m on m.room_id = ${room_id} and m.state in ('booked', 'started')
       and m.starts_at < w.ends_at and m.ends_at > w.starts_at
     where m.meeting_id is distinct from ${but ?? null}::bigint
     order by w.nth, m.starts_at`);
}

/** Throws for the first booking that overlaps the wanted span. */
export function refuseTaken(wanted: Span, taken: readonly Taken[]): void {
  for (const one of taken) {
    const fault = clashOf(wanted, { starts_at: new Date(one.starts_at), ends_at: new Date(one.ends_at) });
    if (!fault) continue;
    const field = fault === 'end_occupied' ? 'ends_at' : 'starts_at';
    throw new Fault(fault, {
      ...(fault === 'booking_failed' && { detail: 'meeting_between' as const }),
      fields: [{ field, problem: 'room_taken', params: { theme: one.theme, name: one.appointer_name } }],
    });
  }
}

/** Adds the same attendees to all meetings; the organizer attends without being listed. */
export async function storeAttendees(
  db: Db,
  meeting_ids: readonly number[],
  user_ids: readonly number[],
): Promise<void> {
  const ids = [...new Set(user_ids)];
  const meetings = [...meeting_ids];
  const there = await db.run(sql`
    select from user_account where user_id = any(${ids}) and status = 'normal'`);
  if (there < ids.length)
    throw new Fault('parameter_error', { fields: [{ field: 'attendee_ids', problem: 'unknown_value' }] });
  await db.run(sql`
    delete from meeting_attendee where meeting_id = any(${meetings}::bigint[]) and user_id <> all(${ids})`);
  await db.run(sql`
    insert into meeting_attendee (meeting_id, user_id, answer)
    select m.meeting_id, user_id, case when user_id = m.appointer_id then 'accepted' else 'invited' end
      from meeting m, unnest(${ids}::integer[]) user_id where m.meeting_id = any(${meetings}::bigint[])
    on conflict do nothing`);
}
