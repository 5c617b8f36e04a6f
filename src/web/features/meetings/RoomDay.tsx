import type { CSSProperties, PointerEvent } from 'react';
import { formatTime } from '#shared/domain/time.ts';
import { userInfo } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import {
  type Calendar,
  clock,
  dayLength,
  FIRST_HOUR,
  LAST_HOUR,
  type Meeting,
  minuteOn,
  pulled,
  type Room,
  timesOf,
} from './meeting.ts';
import styles from './meetings.module.css';
import { type CalendarActs, useRoomPull } from './useRoomPull.ts';

interface RoomDayProps extends CalendarActs {
  calendar: Calendar;
  date: string;
}

const hours = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, nth) => FIRST_HOUR + nth);
const share = (minutes: number) => `${(minutes / dayLength) * 100}%`;
const placed = (from: number, to: number): CSSProperties => {
  const first = Math.max(from, FIRST_HOUR * 60);
  const last = Math.min(to, LAST_HOUR * 60);
  return { insetInlineStart: share(first - FIRST_HOUR * 60), width: share(Math.max(last - first, 5)) };
};

/** One day of all rooms. Dragging over free time books it; own meetings can be moved. */
export function RoomDay({ calendar, date, onWish, onMeeting, onMove }: RoomDayProps) {
  const t = useT();
  const { tracks, pull, begin, drag, drop, letGo } = useRoomPull({
    calendar,
    date,
    onWish,
    onMeeting,
    onMove,
  });
  const isToday = formatTime(new Date(), 'yyyy-MM-dd') === date;
  const now = minuteOn(date, new Date().toISOString());
  const wished = pull && (pull.meeting ? pull : { ...pull, ...pulled(pull.from, pull.to) });
  return (
    <div className={styles.day}>
      <div className={styles.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: share((hour - FIRST_HOUR) * 60) }}>
            {clock(hour * 60)}
          </span>
        ))}
      </div>
      <div
        ref={tracks}
        className={styles.tracks}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={letGo}
      >
        {calendar.rooms.map((room) => (
          <div key={room.room_id} className={styles.room}>
            <RoomName room={room} />
            <div
              className={styles.track}
              data-room={room.room_id}
              data-closed={!room.may_book}
              title={room.may_book ? undefined : t('meetings.may_not')}
              onPointerDown={(event) => begin(event, room)}
            >
              {isToday && now > FIRST_HOUR * 60 && now < LAST_HOUR * 60 && (
                <i className={styles.now} style={{ insetInlineStart: share(now - FIRST_HOUR * 60) }} />
              )}
              {calendar.meetings
                .filter(({ room_id }) => room_id === room.room_id)
                .map((meeting) => (
                  <MeetingBar
                    key={meeting.meeting_id}
                    meeting={meeting}
                    date={date}
                    isPulled={pull?.meeting?.meeting_id === meeting.meeting_id}
                    onPull={(event) => begin(event, room, meeting)}
                    onOpen={() => onMeeting(meeting)}
                  />
                ))}
              {wished && wished.room_id === room.room_id && (
                <span className={styles.wished} style={placed(wished.from, wished.to)}>
                  {`${clock(wished.from)}–${clock(wished.to)}`}
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

interface MeetingBarProps {
  meeting: Meeting;
  date: string;
  isPulled: boolean;
  onPull(event: PointerEvent<HTMLElement>): void;
  onOpen(): void;
}

/** Short meetings show the theme only. */
const SHORT_MINUTES = 60;

function MeetingBar({ meeting, date, isPulled, onPull, onOpen }: MeetingBarProps) {
  const isMine = meeting.appointer_id === userInfo()?.user.user_id;
  const canMove = isMine && meeting.state === 'booked';
  const [start, end] = [minuteOn(date, meeting.starts_at), minuteOn(date, meeting.ends_at)];
  return (
    <button
      type="button"
      className={styles.meeting}
      data-state={meeting.state}
      data-own={isMine}
      data-pulled={isPulled}
      style={placed(start, end)}
      title={`${timesOf(meeting)} ${meeting.theme} · ${meeting.appointer_name}`}
      onPointerDown={(event) => (canMove ? onPull(event) : event.stopPropagation())}
      onClick={(event) => (!canMove || event.detail === 0) && onOpen()}
    >
      <strong>{meeting.theme}</strong>
      {end - start > SHORT_MINUTES && <small>{`${timesOf(meeting)} ${meeting.appointer_name}`}</small>}
    </button>
  );
}

export function RoomName({ room }: { room: Room }) {
  const t = useT();
  return (
    <div className={styles.name}>
      <strong>{room.room_name}</strong>
      <small>
        {[room.place || room.department_name, t('meetings.seats', { count: room.capacity })].join(' · ')}
      </small>
      <small>
        {room.equipment.map((one) => t(`meetingRooms.equipment_${one}`)).join(t('lists.between'))}
      </small>
    </div>
  );
}
