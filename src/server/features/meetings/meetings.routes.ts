import type { Ctx } from '#server/app.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import type { AnswerOf, ParsedOf } from '#shared/contract/define.ts';
import { meetingActions, meetings } from '#shared/contract/meetings/meetings.ts';
import type { Series } from '#shared/domain/ics-series.ts';
import { meetingDates, type Repeat, type Span } from '#shared/domain/meeting-dates.ts';
import { Fault } from '#shared/faults.ts';
import {
  lockRooms,
  mayBook,
  refuseTaken,
  requireNamed,
  requireTime,
  storeAttendees,
  takenIn,
} from './book.ts';
import { answer, cancel, end, open } from './run.ts';
import { tellOfMeeting, tellOfSeries } from './tell.ts';

type Calendar = AnswerOf<typeof meetingActions.calendar>;
type Checked = AnswerOf<typeof meetingActions.check>['dates'][number];

const log = list(meetings, {
  select: () => sql`
    select m.meeting_id, m.room_id, r.room_name, d.department_name, m.theme, m.appointer_id, m.appointer_name, m.starts_at,
           m.ends_at, m.state, m.booked_at,
           coalesce((select string_agg(u.real_name, ' ' order by u.real_name collate "zh-x-icu") from meeting_attendee a
                       join user_account u using (user_id) where a.meeting_id = m.meeting_id), '') as attendees
      from meeting m join meeting_room r using (room_id) join department d using (department_id)`,
  filters: {
    mine: (which: 'booked' | 'invited', { user }) =>
      which === 'booked'
        ? sql`appointer_id = ${user.user_id}`
        : sql`meeting_id in (select a.meeting_id from meeting_attendee a where a.user_id = ${user.user_id})`,
  },
  sort: sql`starts_at desc, meeting_id desc`,
});

const spanOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span => ({
  starts_at: new Date(starts_at),
  ends_at: new Date(ends_at),
});

async function add(ctx: Ctx, wanted: ParsedOf<typeof meetingActions.add>) {
  const { db, user } = ctx;
  const now = ctx.now();
  const room_id = requireNamed(wanted.room_id, wanted.attendee_ids);
  requireTime(spanOf(wanted), now);
  await lockRooms(ctx, room_id);
  const spans = meetingDates(spanOf(wanted), wanted.repeat);
  const taken = await takenIn(db, room_id, spans);
  const free = spans.filter((span, nth) => {
    const met = taken.filter((one) => one.nth === nth);
    if (!wanted.skip_taken || !wanted.repeat) refuseTaken(span, met);
    return met.length === 0;
  });
  if (free.length === 0) throw new Fault('booking_failed', { detail: 'no_date_free' });
  const series_id = wanted.repeat ? await addSeries(ctx, wanted.repeat) : null;
  const made = await db.rows<{ meeting_id: number }>(sql`
    insert into meeting (room_id, series_id, theme, description, appointer_id, appointer_name, starts_at, ends_at,
                         planned_at, booked_at)
    select ${room_id}, ${series_id}, ${wanted.theme}, ${wanted.description}, ${user.user_id}, ${user.real_name},
           w.starts_at, w.ends_at, case when ${series_id}::bigint is not null then w.starts_at end, ${now}
      from jsonb_to_recordset(${json(free)}) as w (starts_at timestamptz, ends_at timestamptz)
     order by w.starts_at
    returning meeting_id`);
  const meeting_ids = made.map(({ meeting_id }) => meeting_id);
  await storeAttendees(db, meeting_ids, wanted.attendee_ids);
  const [first = 0] = meeting_ids;
  if (wanted.repeat) await tellOfSeries(ctx, first, seriesOf(wanted.repeat.every, spans, free));
  else await tellOfMeeting(ctx, 'invited', first);
  return { meeting_ids, skipped: spans.length - free.length };
}

/** Drops skipped dates at the start and end of the series. */
function seriesOf(every: Repeat, spans: readonly Span[], free: readonly Span[]): Series {
  const kept = spans.slice(
    spans.findIndex((span) => free.includes(span)),
    spans.findLastIndex((span) => free.includes(span)) + 1,
  );
  const startOf = ({ starts_at }: Span) => starts_at;
  return {
    every,
    planned: kept.map(startOf),
    skipped: kept.filter((span) => !free.includes(span)).map(startOf),
  };
}

async function addSeries({ db }: Ctx, { every, until }: { every: string; until: string }): Promise<number> {
  const row = await db.one<{ series_id: number }>(
    sql`insert into meeting_series (every, until) values (${every}, ${until}) returning series_id`,
  );
  if (!row) throw new Fault('booking_failed');
  return row.series_id;
}

async function edit(ctx: Ctx, wanted: ParsedOf<typeof meetingActions.edit>) {
  const { db, user } = ctx;
  const { meeting_id, version } = wanted;
  const before = await db.one<{
    room_id: number;
    appointer_id: number | null;
    state: string;
    starts_at: string;
    ends_at: string;
    version: number;
  }>(
    sql`select room_id, appointer_id, state, starts_at, ends_at, version from meeting where meeting_id = ${meeting_id}`,
  );
  if (!before) throw new Fault('no_data');
  if (before.appointer_id !== user.user_id) throw new Fault('booking_not_own');
  if (before.state !== 'booked') throw new Fault('booking_failed', { detail: 'meeting_over' });
  const room_id = wanted.room_id ?? before.room_id;
  if (wanted.attendee_ids) requireNamed(room_id, wanted.attendee_ids);
  const span = spanOf({
    starts_at: wanted.starts_at ?? before.starts_at,
    ends_at: wanted.ends_at ?? before.ends_at,
  });
  const old = spanOf(before);
  const isMoved =
    room_id !== before.room_id ||
    span.starts_at.getTime() !== old.starts_at.getTime() ||
    span.ends_at.getTime() !== old.ends_at.getTime();
  if (isMoved) {
    requireTime(span, ctx.now());
    await lockRooms(ctx, room_id, before.room_id);
    refuseTaken(span, await takenIn(db, room_id, [span], meeting_id));
  }
  const changed = await db.run(sql`
    update meeting set room_id = ${room_id}, starts_at = ${span.starts_at}, ends_at = ${span.ends_at},
           theme = coalesce(${wanted.theme}, theme), description = coalesce(${wanted.description}, description)
     where meeting_id = ${meeting_id} and version = ${version} and state = 'booked'`);
  if (changed === 0) throw new Fault('update_failed', { detail: 'changed_meanwhile' });
  const invited = async () =>
    (
      await db.rows<{ user_id: number }>(
        sql`select user_id from meeting_attendee where meeting_id = ${meeting_id}`,
      )
    ).map(({ user_id }) => user_id);
  const known = await invited();
  if (wanted.attendee_ids) {
    const gone = known.filter((one) => !wanted.attendee_ids?.includes(one));
    await tellOfMeeting(ctx, 'cancelled', meeting_id, gone);
    await storeAttendees(db, [meeting_id], wanted.attendee_ids);
  }
  const now = await invited();
  await tellOfMeeting(
    ctx,
    'invited',
    meeting_id,
    now.filter((one) => !known.includes(one)),
  );
  await tellOfMeeting(
    ctx,
    'changed',
    meeting_id,
    now.filter((one) => known.includes(one)),
  );
  return {};
}

async function check(ctx: Ctx, wanted: ParsedOf<typeof meetingActions.check>): Promise<{ dates: Checked[] }> {
  const { db } = ctx;
  const spans = meetingDates(spanOf(wanted), wanted.repeat);
  const taken = await takenIn(db, wanted.room_id, spans, wanted.meeting_id);
  const busy = await db.rows<{ nth: number; user_id: number; real_name: string; theme: string }>(sql`
    select distinct on (w.nth, p.user_id) w.nth, p.user_id, u.real_name, m.theme
      from jsonb_to_recordset(${json(spans.map((span, nth) => ({ nth, ...span })))})
             as w (nth integer, starts_at timestamptz, ends_at timestamptz)
      join meeting m on m.state in ('booked', 'started') and m.starts_at < w.ends_at and m.ends_at > w.starts_at
     cross join lateral (
       select a.user_id from meeting_attendee a where a.meeting_id = m.meeting_id and a.answer <> 'declined'
       union select m.appointer_id) p
      join user_account u on u.user_id = p.user_id
     where p.user_id = any(${[...wanted.attendee_ids, ctx.user.user_id]})
       and m.meeting_id is distinct from ${wanted.meeting_id ?? null}::bigint
     order by w.nth, p.user_id, m.starts_at`);
  return {
    dates: spans.map(({ starts_at, ends_at }, nth) => ({
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      room: taken.find((one) => one.nth === nth) ?? null,
      people: busy.filter((one) => one.nth === nth),
    })),
  };
}

const actions = handlers(meetingActions, {
  calendar: async ({ db, user }, { from, to }) => ({
    rooms: await db.rows<Calendar['rooms'][number]>(sql`
      select r.room_id, r.room_name, d.department_name, r.place, r.capacity, r.equipment, r.no_show_minutes,
             ${mayBook(user.user_id)} as may_book
        from meeting_room r join department d using (department_id)
       where r.enabled order by d.department_name collate "zh-x-icu", r.room_name collate "zh-x-icu", r.room_id`),
    meetings: await db.rows<Calendar['meetings'][number]>(sql`
      select m.meeting_id, m.version, m.room_id, m.series_id, m.theme, m.description, m.appointer_id, m.appointer_name,
             m.starts_at, m.ends_at, m.state,
             array(select jsonb_build_object('user_id', a.user_id, 'real_name', u.real_name, 'answer', a.answer)
                     from meeting_attendee a join user_account u using (user_id) where a.meeting_id = m.meeting_id
                    order by u.real_name collate "zh-x-icu", a.user_id) as attendees
        from meeting m
       where m.starts_at < ${to} and m.ends_at > ${from} and m.state in ('booked', 'started', 'ended')
       order by m.starts_at, m.meeting_id`),
  }),
  people: async ({ db }) => ({
    data_info: await db.rows<{ user_id: number; real_name: string; account: string }>(sql`
      select user_id, real_name, account from user_account where status = 'normal'
       order by real_name collate "zh-x-icu", user_id`),
  }),
  check,
  add,
  edit,
  cancel,
  open,
  end,
  answer,
});

export const meetingRoutes = [log, ...actions];
