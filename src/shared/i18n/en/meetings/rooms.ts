import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/meetings/rooms.ts';
import { menu } from '../menu.ts';

export const departments = {
  title: 'Departments',
  hint: 'Departments that own meeting rooms',
  what: 'department',
  search: 'Name or remark',
  tab: 'Departments',
  department_id: 'Number',
  department_name: 'Department name',
  room_count: 'Rooms',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Changed at',
} satisfies Words<typeof zh.departments>;

export const meetingRooms = {
  title: menu.rooms,
  hint: 'Capacity, equipment and permitted users of meeting rooms',
  what: 'meeting room',
  search: 'Name, department, location or remark',
  tab: 'Meeting rooms',
  room_id: 'Number',
  room_name: 'Room name',
  department_id: 'Department',
  department_name: 'Department',
  place: 'Location',
  capacity: 'Seats',
  equipment: 'Equipment',
  equipment_projector: 'Projector',
  equipment_screen: 'Screen',
  equipment_video: 'Video conference',
  equipment_phone: 'Conference phone',
  equipment_whiteboard: 'Whiteboard',
  equipment_recorder: 'Recording',
  user_group_ids: 'User groups that can book (empty: everyone)',
  everybody: 'Everyone',
  no_show_minutes: 'Release if not started after (minutes; empty: never)',
  enabled: 'Status',
  enabled_true: 'Enabled',
  enabled_false: 'Disabled',
  remark: 'Remark',
  version: 'Version',
  updated_at: 'Changed at',
} satisfies Words<typeof zh.meetingRooms>;
