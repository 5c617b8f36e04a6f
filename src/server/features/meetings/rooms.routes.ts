import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { departments, meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { Fault } from '#shared/faults.ts';

export const roomRoutes = [
  ...crud(departments, {
    shows: {
      room_count: sql`(select count(*) from meeting_room r where r.department_id = t.department_id)`,
    },
  }),
  ...crud(meetingRooms, {
    shows: {
      department_name: sql`(select d.department_name from department d where d.department_id = t.department_id)`,
    },
    // A group that no longer exists would leave an empty list, and that lets everybody book the room.
    beforeSave: async ({ db }, fields) => {
      const ids = (fields.user_group_ids ?? []) as number[];
      const there = await db.run(sql`select from user_group where user_group_id = any(${ids})`);
      if (there < new Set(ids).size)
        throw new Fault('parameter_error', {
          fields: [{ field: 'user_group_ids', problem: 'unknown_value' }],
        });
      return fields;
    },
  }),
];
