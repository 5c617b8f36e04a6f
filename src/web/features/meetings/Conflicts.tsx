import { Alert } from 'antd';
import type { SentOf } from '#shared/contract/define.ts';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showDate } from '#web/ui/show-time.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import styles from './meetings.module.css';

const MOST = 12;
const wall = (iso: string, pattern: Parameters<typeof formatTime>[1]) => formatTime(new Date(iso), pattern);

/** Conflicts of a booking: occupied rooms and busy people. */
export function Conflicts({ asked }: { asked: SentOf<typeof meetingActions.check> }) {
  const t = useT();
  const language = useLanguage();
  const settled = useSettled(JSON.stringify(asked));
  const { data } = useCall(meetingActions.check, JSON.parse(settled) as typeof asked);
  if (!data) return <p className={styles.soft}>{t('meetings.checking')}</p>;
  const time = (at: { starts_at: string; ends_at: string }) =>
    `${showDate(wall(at.starts_at, 'yyyy-MM-dd'), language)} ${wall(at.starts_at, 'HH:mm')}–${wall(at.ends_at, 'HH:mm')}`;
  const rooms = data.dates.flatMap(({ room }) =>
    room ? [t('meetings.room_met', { time: time(room), theme: room.theme, name: room.appointer_name })] : [],
  );
  const people = data.dates.flatMap((date) =>
    date.people.map(({ real_name, theme }) =>
      t('meetings.person_met', { time: time(date), name: real_name, theme }),
    ),
  );
  if (rooms.length + people.length === 0) {
    const count = data.dates.length;
    const free = count > 1 ? t('meetings.free_dates', { count }) : t('meetings.free');
    return <Alert type="success" showIcon title={free} />;
  }
  return (
    <Alert
      type={rooms.length > 0 ? 'error' : 'warning'}
      showIcon
      title={
        <ul className={styles.met}>
          {[...rooms, ...people].slice(0, MOST).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  );
}
