import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { departments, meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';

let count = 0;

/** One example of each write about rooms and meetings, for the test of the audit log. */
export function meetingExamples(host: () => { app: TestApp; admin: Client }) {
  const department = async () => {
    const made = await host().admin.send(departments.add, { department_name: `部门例${++count}` });
    return { department_id: Number(made.department_id) };
  };
  const newRoom = async () => ({ room_name: `会议室例${++count}`, ...(await department()) });
  const room = async () => {
    const made = await host().admin.send(meetingRooms.add, await newRoom());
    return { room_id: Number(made.room_id) };
  };
  const wanted = async (inMs = DAY_MS) => {
    const { app, admin } = host();
    const at = app.clock.now.getTime() + inMs;
    return {
      ...(await room()),
      ...{ theme: '例会', attendee_ids: [admin.user?.user_id ?? 0] },
      ...{ starts_at: new Date(at).toISOString(), ends_at: new Date(at + HOUR_MS).toISOString() },
    };
  };
  const meeting = async (inMs?: number) => {
    const { meeting_ids } = await host().admin.send(meetingActions.add, await wanted(inMs));
    return { meeting_id: meeting_ids[0] ?? 0 };
  };
  const opened = async () => {
    const one = await meeting(MINUTE_MS);
    await host().admin.send(meetingActions.open, one);
    return one;
  };
  return {
    'departments.add': async () => ({ department_name: `部门例${++count}` }),
    'departments.edit': async () => ({ ...(await department()), version: 1, remark: 'x' }),
    'departments.remove': department,
    'meetingRooms.add': newRoom,
    'meetingRooms.edit': async () => ({ ...(await room()), version: 1, capacity: 30 }),
    'meetingRooms.remove': room,
    'meetingActions.add': () => wanted(),
    'meetingActions.edit': async () => ({ ...(await meeting()), version: 1, theme: '周会' }),
    'meetingActions.cancel': () => meeting(),
    'meetingActions.open': () => meeting(MINUTE_MS),
    'meetingActions.end': opened,
    'meetingActions.answer': async () => ({ ...(await meeting()), answer: 'declined' }),
  };
}
