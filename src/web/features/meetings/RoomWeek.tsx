import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, useState } from 'react';
import { dateAfter, weekdayOfDate } from '#shared/domain/duty-calendar.ts';
import { formatTime } from '#shared/domain/time.ts';
import { userInfo } from '#web/api/session.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showWeekDate } from '#web/ui/show-time.ts';
import { type Calendar, type Meeting, minuteOn, momentOf, timesOf } from './meeting.ts';
import styles from './meetings.module.css';
import { RoomName } from './RoomDay.tsx';
import type { CalendarActs } from './useRoomPull.ts';

interface RoomWeekProps extends CalendarActs {
  calendar: Calendar;
  first: string;
  /** One on phones, where a day is a list. */
  days: number;
  today: string;
}

/** Rooms as rows, days as columns. Own meetings can be dragged to another day or room and keep their time. */
export function RoomWeek({ calendar, first, days, today, onWish, onMeeting, onMove }: RoomWeekProps) {
  const t = useT();
  const language = useLanguage();
  const me = userInfo()?.user.user_id;
  const [held, setHeld] = useState<Meeting>();
  const [goal, setGoal] = useState('');
  const dates = Array.from({ length: days }, (_, nth) => dateAfter(first, nth));
  const dropOn = (room_id: number, date: string) => {
    setGoal('');
    setHeld(undefined);
    if (!held) return;
    const day = formatTime(new Date(held.starts_at), 'yyyy-MM-dd');
    if (day === date && held.room_id === room_id) return;
    const from = minuteOn(day, held.starts_at);
    const length = Date.parse(held.ends_at) - Date.parse(held.starts_at);
    const starts_at = momentOf(date, from);
    onMove(held, { room_id, starts_at, ends_at: new Date(Date.parse(starts_at) + length).toISOString() });
  };
  return (
    <div className={styles.week} data-days={days}>
      <div className={styles.weekHead} aria-hidden>
        <span />
        {dates.map((date) => (
          <b key={date} data-today={date === today}>
            {showWeekDate(date, language, t.tx(`duty.weekday_${weekdayOfDate(date)}`))}
          </b>
        ))}
      </div>
      {calendar.rooms.map((room) => (
        <div key={room.room_id} className={styles.weekRow}>
          <RoomName room={room} />
          {dates.map((date) => {
            const key = `${room.room_id} ${date}`;
            const drop = room.may_book && {
              onDragOver: (event: DragEvent) => {
                event.preventDefault();
                setGoal(key);
              },
              onDragLeave: () => setGoal(''),
              onDrop: () => dropOn(room.room_id, date),
            };
            return (
              <section
                key={date}
                className={styles.cell}
                data-goal={goal === key}
                data-today={date === today}
                aria-label={`${room.room_name} ${date}`}
                {...drop}
              >
                {calendar.meetings
                  .filter(
                    (one) =>
                      one.room_id === room.room_id &&
                      formatTime(new Date(one.starts_at), 'yyyy-MM-dd') === date,
                  )
                  .map((meeting) => (
                    <button
                      key={meeting.meeting_id}
                      type="button"
                      className={styles.chip}
                      data-state={meeting.state}
                      data-own={meeting.appointer_id === me}
                      draggable={meeting.appointer_id === me && meeting.state === 'booked'}
                      onDragStart={() => setHeld(meeting)}
                      onDragEnd={() => setHeld(undefined)}
                      onClick={() => onMeeting(meeting)}
                    >
                      <small>{timesOf(meeting)}</small>
                      <strong>{meeting.theme}</strong>
                      <small>{meeting.appointer_name}</small>
                    </button>
                  ))}
                {room.may_book && date >= today && (
                  <Button
                    className={styles.plus}
                    type="text"
                    size="small"
                    icon={<PlusOutlined />}
                    aria-label={`${t('meetings.book')} ${room.room_name} ${date}`}
                    onClick={() => onWish({ room_id: room.room_id, date, from: 540, to: 600 })}
                  />
                )}
              </section>
            );
          })}
        </div>
      ))}
    </div>
  );
}
