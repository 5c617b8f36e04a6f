import { Link } from 'react-router';
import { meetingActions, meetingStates, meetings } from '#shared/contract/meetings/meetings.ts';
import { meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { rowsOf } from '#web/ui/choices.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Status } from '#web/ui/Status.tsx';
import { useList } from '#web/ui/useList.ts';
import { meetingTones } from './meeting-tones.ts';

/** All meetings, including past and cancelled ones. */
export function MeetingList() {
  const t = useT();
  const list = useList(meetings);
  const mayBook = useMay(meetingActions.add.needs);
  return (
    <DataTable
      list={list}
      rowKey="meeting_id"
      nameOf={({ theme }) => theme}
      columns={[
        {
          key: 'theme',
          show: ({ theme, starts_at, meeting_id }) => (
            <Link
              to={`/meetings/appointments?date=${formatTime(new Date(starts_at), 'yyyy-MM-dd')}&meeting=${meeting_id}`}
            >
              {theme}
            </Link>
          ),
        },
        {
          key: 'state',
          show: ({ state }) => <Status tone={meetingTones[state]}>{t(`meetings.state_${state}`)}</Status>,
        },
        'room_name',
        'starts_at',
        'ends_at',
        'appointer_name',
        { key: 'attendees', sortable: false },
        { key: 'department_name', sortable: false, rare: true },
        { key: 'booked_at', rare: true },
      ]}
      filters={[
        ...(mayBook ? [{ key: 'mine', choices: ['booked', 'invited'] }] : []),
        { key: 'starts_at', as: 'range' as const },
        { key: 'room_id', choices: rowsOf(meetingRooms, 'room_name') },
        { key: 'state', choices: meetingStates },
      ]}
    />
  );
}
