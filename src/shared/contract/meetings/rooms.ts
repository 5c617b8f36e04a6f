import * as z from 'zod';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';

export const roomEquipment = ['projector', 'screen', 'video', 'phone', 'whiteboard', 'recorder'] as const;

export const departments = resource({
  name: 'departments',
  table: 'department',
  path: '/meeting/department',
  id: 'department_id',
  needs: 'meeting_room',
  fields: { department_name: name(), remark },
  shows: { room_count: z.int() },
  search: ['department_name', 'remark'],
});

export const meetingRooms = resource({
  name: 'meetingRooms',
  table: 'meeting_room',
  path: '/meeting/room',
  id: 'room_id',
  needs: 'meeting_room',
  fields: {
    room_name: name(),
    department_id: id,
    place: text(100).default(''),
    capacity: z.int().min(1).max(10_000).default(10),
    equipment: z.array(z.enum(roomEquipment)).default([]),
    /** Groups whose members may book it; empty: everyone. */
    user_group_ids: z.array(id).max(100).default([]),
    /** If nobody has started the meeting this long after its begin, the room becomes free again. */
    no_show_minutes: z.int().min(5).max(120).nullable().default(null),
    enabled: z.boolean().default(true),
    remark,
  },
  shows: { department_name: z.string() },
  search: ['room_name', 'department_name', 'place', 'remark'],
  filters: { department_id: id.optional(), enabled: z.boolean().optional() },
});
