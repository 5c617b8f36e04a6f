import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { dateAfter, weekdayOfDate } from '#shared/domain/duty-calendar.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';

/** The demo's meeting rooms. */
const rooms = [
  {
    department: '综合管理部',
    room: '第一会议室',
    place: '3 楼 301',
    capacity: 20,
    equipment: ['projector', 'video', 'whiteboard'],
  },
  {
    department: '运维部',
    room: '第二会议室',
    place: '3 楼 305',
    capacity: 8,
    equipment: ['screen', 'whiteboard'],
  },
  { department: '质控部', room: '实验楼讨论室', place: '实验楼 2 楼', capacity: 6, equipment: ['screen'] },
];

/** Weekly meetings; weekday 1 is Monday. */
const meetings = [
  {
    ...{ room: '第一会议室', theme: '运维周例会', weekdays: [1], from: '09:00', to: '10:30' },
    ...{ by: 'manager', with: ['operator', 'auditor', 'admin'], about: '上周报警、工单和数据有效率' },
  },
  {
    ...{ room: '第二会议室', theme: '值班交接', weekdays: [1, 2, 3, 4, 5], from: '08:30', to: '09:00' },
    ...{ by: 'operator', with: ['manager'], about: '' },
  },
  {
    ...{ room: '实验楼讨论室', theme: '标准样品核查结果讨论', weekdays: [3], from: '14:00', to: '15:30' },
    ...{ by: 'auditor', with: ['operator', 'manager'], about: '氨氮、总磷核查超差的站点' },
  },
  {
    ...{ room: '第一会议室', theme: '臭氧污染过程会商', weekdays: [2, 4], from: '15:00', to: '16:00' },
    ...{ by: 'admin', with: ['manager', 'auditor'], about: '未来三天的形势和应对' },
  },
  {
    ...{ room: '第二会议室', theme: '新员工上岗培训', weekdays: [5], from: '10:00', to: '11:30' },
    ...{ by: 'manager', with: ['learner', 'operator'], about: '学习中心的考核通过后才能反控' },
  },
];

const FIRST_DAY = -7;
const LAST_DAY = 14;

export async function seedRooms(db: Db): Promise<void> {
  await db.run(sql`
    insert into department (department_name) select unnest(${rooms.map(({ department }) => department)}::text[])
    on conflict do nothing`);
  await db.run(sql`
    insert into meeting_room (room_name, department_id, place, capacity, equipment, no_show_minutes)
    select w.room, d.department_id, w.place, w.capacity, w.equipment, 15
      from jsonb_to_recordset(${json(rooms)})
             as w (department text, room text, place text, capacity integer, equipment text[])
      join department d on d.department_name = w.department
    on conflict do nothing`);
  await seedMeetings(db, new Date());
}

/** Meetings of the last week and of the next two; past ones have taken place. */
async function seedMeetings(db: Db, now: Date): Promise<void> {
  const today = formatTime(now, 'yyyy-MM-dd');
  const dates = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, nth) =>
    dateAfter(today, FIRST_DAY + nth),
  );
  const wanted = dates.flatMap((date) =>
    meetings
      .filter(({ weekdays }) => weekdays.includes(weekdayOfDate(date)))
      .map(({ weekdays: _, from, to, ...meeting }) => {
        const [starts_at, ends_at] = [parseTime(`${date} ${from}`), parseTime(`${date} ${to}`)];
        const isBegun = starts_at !== undefined && starts_at <= now;
        const isOver = ends_at !== undefined && ends_at <= now;
        const state = isOver ? 'ended' : isBegun ? 'started' : 'booked';
        return { ...meeting, starts_at, ends_at, state, started_at: isBegun ? starts_at : null };
      }),
  );
  await db.run(sql`
    with wanted as (
      select w.*, r.room_id, u.user_id, u.real_name
        from jsonb_to_recordset(${json(wanted)})
               as w (room text, theme text, about text, by text, "with" text[], starts_at timestamptz,
                     ends_at timestamptz, state text, started_at timestamptz)
        join meeting_room r on r.room_name = w.room
        join user_account u on lower(u.account) = w.by),
    booked as (
      insert into meeting (room_id, theme, description, appointer_id, appointer_name, starts_at, ends_at, state, booked_at,
                           started_at)
      select room_id, theme, about, user_id, real_name, starts_at, ends_at, state, least(starts_at - interval '8 days', ${now}),
             started_at
        from wanted
      on conflict do nothing
      returning meeting_id, room_id, starts_at)
    insert into meeting_attendee (meeting_id, user_id, answer)
    select b.meeting_id, p.user_id, case when p.user_id % 3 = 0 then 'invited' else 'accepted' end
      from booked b join wanted w using (room_id, starts_at)
      join user_account p on lower(p.account) = any(w."with")`);
}

/** Removes the demo's rooms with their bookings, and its departments without any other room. */
export async function removeRooms(db: Db): Promise<void> {
  const ofDemo = sql`select room_id from meeting_room where room_name = any(${rooms.map(({ room }) => room)})`;
  await db.run(sql`delete from meeting where room_id in (${ofDemo})`);
  await db.run(sql`delete from meeting_room where room_id in (${ofDemo})`);
  await db.run(sql`
    delete from department d where department_name = any(${rooms.map(({ department }) => department)})
       and not exists (select from meeting_room r where r.department_id = d.department_id)`);
}
