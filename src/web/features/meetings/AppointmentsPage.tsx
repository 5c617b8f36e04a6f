import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented, Tabs } from 'antd';
import { Link } from 'react-router';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { dateAfter, weekdayOfDate } from '#shared/domain/duty-calendar.ts';
import { formatTime } from '#shared/domain/time.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { showDate, showDayHead } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { BookSheet } from './BookSheet.tsx';
import { MeetingDrawer } from './MeetingDrawer.tsx';
import { MeetingList } from './MeetingList.tsx';
import { type Meeting, meetingReads, momentOf, nextWish, type Wish } from './meeting.ts';
import styles from './meetings.module.css';
import { RoomDay } from './RoomDay.tsx';
import { RoomWeek } from './RoomWeek.tsx';

const REFETCH_MS = 15_000;

/** Meetings of all rooms by day or week, and as a list. Tab, view, date and a linked meeting are in the URL. */
export function AppointmentsPage() {
  const t = useT();
  const { params, change } = useAddress();
  const mayBook = useMay(meetingActions.add.needs);
  const booking = useOpened<Wish>();
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  return (
    <Page
      hint={t('meetings.hint')}
      actions={
        mayBook && (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => booking.open(nextWish(params.get('date') ?? today, new Date()))}
          >
            {t('meetings.book')}
          </Button>
        )
      }
    >
      <Tabs
        activeKey={params.get('tab') === 'list' ? 'list' : 'calendar'}
        onChange={(tab) => change({ tab: tab === 'calendar' ? undefined : tab })}
        destroyOnHidden
        items={[
          {
            key: 'calendar',
            label: t('meetings.tab_calendar'),
            children: <RoomCalendar onWish={booking.open} />,
          },
          { key: 'list', label: t('meetings.tab_list'), children: <MeetingList /> },
        ]}
      />
      {booking.show((wish) => (
        <BookSheet wish={wish} onClosed={booking.closed} />
      ))}
    </Page>
  );
}

function RoomCalendar({ onWish }: { onWish(wish: Wish): void }) {
  const t = useT();
  const { params, change } = useAddress();
  const language = useLanguage();
  const narrow = useNarrow();
  const mayRooms = useMay(meetingRooms.add.needs);
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  const asked = params.get('date') ?? '';
  const date = isIsoDate(asked) ? asked : today;
  const isWeek = params.get('view') === 'week';
  const first = isWeek ? dateAfter(date, 1 - weekdayOfDate(date)) : date;
  const days = isWeek ? 7 : 1;
  const answer = useCall(
    meetingActions.calendar,
    { from: momentOf(first, 0), to: momentOf(dateAfter(first, days), 0) },
    { keepPrevious: true, refetchMs: REFETCH_MS },
  );
  const shown = useOpened<Meeting>();
  // A cancelled meeting is no longer in the calendar: then only its day is shown.
  const linked = answer.data?.meetings.find(({ meeting_id }) => String(meeting_id) === params.get('meeting'));
  const roomOf = (meeting: Meeting) => answer.data?.rooms.find(({ room_id }) => room_id === meeting.room_id);
  const moving = useAction(meetingActions.edit, { refresh: meetingReads, done: 'meetings.moved' });
  const move = (
    { meeting_id, version }: Meeting,
    to: { room_id: number; starts_at: string; ends_at: string },
  ) => void moving.run({ meeting_id, version, ...to }).catch(() => undefined);
  const common = { onWish, onMeeting: shown.open, onMove: move };
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.leaf}>
          <Button
            icon={<LeftOutlined />}
            aria-label={t('meetings.earlier')}
            onClick={() => change({ date: dateAfter(date, -days) })}
          />
          <Button onClick={() => change({ date: undefined })}>{t('meetings.today')}</Button>
          <Button
            icon={<RightOutlined />}
            aria-label={t('meetings.later')}
            onClick={() => change({ date: dateAfter(date, days) })}
          />
        </span>
        <strong>
          {isWeek
            ? `${showDate(first, language)} – ${showDate(dateAfter(first, 6), language)}`
            : showDayHead(date, language, t.tx(`duty.weekday_${weekdayOfDate(date)}`))}
        </strong>
        <Segmented
          value={isWeek ? 'week' : 'day'}
          onChange={(view) => change({ view: view === 'day' ? undefined : view })}
          options={(['day', 'week'] as const).map((value) => ({ value, label: t(`meetings.view_${value}`) }))}
        />
      </div>
      <Answered answer={answer}>
        {(calendar) =>
          calendar.rooms.length === 0 ? (
            <EmptyState title={t('meetings.no_rooms')} hint={t('meetings.no_rooms_hint')}>
              {mayRooms && <Link to="/meetings/rooms">{t('meetings.to_rooms')}</Link>}
            </EmptyState>
          ) : isWeek || narrow ? (
            <RoomWeek {...common} calendar={calendar} first={first} days={days} today={today} />
          ) : (
            <RoomDay {...common} calendar={calendar} date={date} />
          )
        }
      </Answered>
      {shown.show((meeting) => (
        <MeetingDrawer
          meeting={answer.data?.meetings.find((one) => one.meeting_id === meeting.meeting_id) ?? meeting}
          room={roomOf(meeting)}
          onClosed={shown.closed}
        />
      ))}
      {linked && (
        <MeetingDrawer
          key={linked.meeting_id}
          meeting={linked}
          room={roomOf(linked)}
          onClosed={() => change({ meeting: undefined })}
        />
      )}
    </>
  );
}
