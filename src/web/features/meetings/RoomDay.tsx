import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
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
  momentOf,
  pulled,
  type Room,
  snapped,
  timesOf,
  type Wish,
} from './meeting.ts';
import styles from './meetings.module.css';

export interface CalendarActs {
  onWish(wish: Wish): void;
  onMeeting(meeting: Meeting): void;
  onMove(meeting: Meeting, to: { room_id: number; starts_at: string; ends_at: string }): void;
}

interface RoomDayProps extends CalendarActs {
  calendar: Calendar;
  date: string;
}

/** What the pointer is pulling: a new time in a room, or a meeting to another time or room. */
interface Pull {
  room_id: number;
  from: number;
  to: number;
  /** Minutes between the pointer and the meeting's start. */
  grip?: number;
  meeting?: Meeting;
  hasMoved: boolean;
}

const hours = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, nth) => FIRST_HOUR + nth);
const share = (minutes: number) => `${(minutes / dayLength) * 100}%`;
const placed = (from: number, to: number): CSSProperties => {
  const first = Math.max(from, FIRST_HOUR * 60);
  const last = Math.min(to, LAST_HOUR * 60);
  return { insetInlineStart: share(first - FIRST_HOUR * 60), width: share(Math.max(last - first, 5)) };
};

/** One day of all rooms. Pulling over free time books it; one's own meetings are pulled elsewhere. */
export function RoomDay({ calendar, date, onWish, onMeeting, onMove }: RoomDayProps) {
  const t = useT();
  const me = userInfo()?.user.user_id;
  const tracks = useRef<HTMLDivElement>(null);
  const [pull, setPull] = useState<Pull>();
  /** What lies under the pointer; rooms are found by their rows. */
  const under = (event: PointerEvent) => {
    const row = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element): element is HTMLElement => element instanceof HTMLElement && 'room' in element.dataset);
    const box = (row ?? tracks.current?.querySelector<HTMLElement>('[data-room]'))?.getBoundingClientRect();
    const minute = box ? FIRST_HOUR * 60 + ((event.clientX - box.left) / box.width) * dayLength : 0;
    return { room_id: row ? Number(row.dataset.room) : undefined, minute };
  };
  const begin = (event: PointerEvent<HTMLElement>, room: Room, meeting?: Meeting) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { minute } = under(event);
    if (meeting) {
      const from = minuteOn(date, meeting.starts_at);
      const to = minuteOn(date, meeting.ends_at);
      setPull({ room_id: room.room_id, from, to, grip: minute - from, meeting, hasMoved: false });
    } else if (room.may_book) {
      const from = snapped(minute);
      setPull({ room_id: room.room_id, from, to: from, hasMoved: false });
    } else return;
    tracks.current?.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (!pull) return;
    const { room_id, minute } = under(event);
    if (!pull.meeting) return setPull({ ...pull, to: snapped(minute), hasMoved: true });
    const from = snapped(minute - (pull.grip ?? 0));
    const into = calendar.rooms.find((room) => room.room_id === room_id && room.may_book)?.room_id;
    const moved = from !== pull.from || (into ?? pull.room_id) !== pull.room_id;
    setPull({
      ...pull,
      room_id: into ?? pull.room_id,
      from,
      to: from + pull.to - pull.from,
      hasMoved: pull.hasMoved || moved,
    });
  };
  const drop = () => {
    setPull(undefined);
    if (!pull) return;
    const { meeting, room_id, from, to, hasMoved } = pull;
    if (!meeting) return onWish({ room_id, date, ...pulled(from, to) });
    if (!hasMoved) return onMeeting(meeting);
    onMove(meeting, { room_id, starts_at: momentOf(date, from), ends_at: momentOf(date, to) });
  };
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
        onPointerCancel={() => setPull(undefined)}
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
                .map((meeting) => {
                  const isOwn = meeting.appointer_id === me && meeting.state === 'booked';
                  return (
                    <button
                      key={meeting.meeting_id}
                      type="button"
                      className={styles.meeting}
                      data-state={meeting.state}
                      data-own={meeting.appointer_id === me}
                      data-pulled={pull?.meeting?.meeting_id === meeting.meeting_id}
                      style={placed(minuteOn(date, meeting.starts_at), minuteOn(date, meeting.ends_at))}
                      title={`${timesOf(meeting)} ${meeting.theme} · ${meeting.appointer_name}`}
                      onPointerDown={(event) =>
                        isOwn ? begin(event, room, meeting) : event.stopPropagation()
                      }
                      onClick={(event) => (!isOwn || event.detail === 0) && onMeeting(meeting)}
                    >
                      <strong>{meeting.theme}</strong>
                      <small>{`${timesOf(meeting)} ${meeting.appointer_name}`}</small>
                    </button>
                  );
                })}
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
