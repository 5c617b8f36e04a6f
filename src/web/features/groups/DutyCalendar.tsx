import { dutyCalendar, dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { useMay } from '#web/api/powers.ts';
import { userInfo } from '#web/api/session.ts';
import { useT } from '#web/i18n.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { DutyDayCell } from './DutyDayCell.tsx';
import { DutyDaySheet } from './DutyDaySheet.tsx';
import { DutySwaps } from './DutySwaps.tsx';
import { DutyTurnSheet } from './DutyTurnSheet.tsx';
import styles from './duty-calendar.module.css';
import type { Calendar, Day, Turn } from './duty-days.ts';

interface DutyCalendarProps {
  user_group_id: number;
  calendar: Calendar;
  /** Set in the month view; dates of other months are pale. */
  month: string | undefined;
  today: string;
  mine: boolean;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Calendar of shifts: a grid, or a list on phones. */
export function DutyCalendar({ user_group_id, calendar, month, today, mine }: DutyCalendarProps) {
  const t = useT();
  const narrow = useNarrow();
  // An empty calendar shows one note instead of one per date.
  const isPlanned = calendar.days.some(({ turns }) => turns.length > 0);
  const me = userInfo()?.user.user_id;
  const mayManage = useMay(dutyCalendar.setDay.needs);
  const maySwap = useMay(dutySwaps.ask.needs);
  const turnOpened = useOpened<Turn>();
  const dayOpened = useOpened<Day>();
  const names = new Map(calendar.people.map(({ user_id, real_name }) => [user_id, real_name]));
  const nameOf = (user_id: number) => names.get(user_id) ?? `#${user_id}`;
  const order = calendar.people.map(({ user_id }) => user_id);
  // Phones show the month as a list, without dates of other months.
  const days = narrow && month ? calendar.days.filter((day) => day.on_date.startsWith(month)) : calendar.days;
  const mayOpen = (turn: Turn) => mayManage || (maySwap && turn.user_id === me);
  return (
    <>
      {!isPlanned && <p className={styles.unplanned}>{t('dutyCalendar.unplanned')}</p>}
      <div className={styles.grid} data-week={month === undefined}>
        {!narrow &&
          weekdays.map((weekday) => (
            <b key={weekday} className={styles.head} data-weekend={weekday > 5}>
              {t(`duty.weekday_${weekday}`)}
            </b>
          ))}
        {days.map((day) => (
          <DutyDayCell
            key={day.on_date}
            day={day}
            swaps={calendar.swaps}
            isToday={day.on_date === today}
            isPast={day.on_date < today}
            isUnplanned={!isPlanned}
            isOther={month !== undefined && !day.on_date.startsWith(month)}
            nameOf={nameOf}
            colourOf={(user_id) => (order.indexOf(user_id) % 8) + 1}
            shows={({ user_id }) => !mine || user_id === me}
            mayOpen={mayOpen}
            onTurn={turnOpened.open}
            onDay={mayManage ? () => dayOpened.open(day) : undefined}
          />
        ))}
      </div>
      <DutySwaps swaps={calendar.swaps} me={me} nameOf={nameOf} />
      {turnOpened.show((turn) => (
        <DutyTurnSheet
          user_group_id={user_group_id}
          turn={turn}
          people={calendar.people}
          isMine={turn.user_id === me && maySwap}
          mayManage={mayManage}
          onClosed={turnOpened.closed}
        />
      ))}
      {dayOpened.show((day) => (
        <DutyDaySheet
          user_group_id={user_group_id}
          version={calendar.version}
          day={day}
          people={calendar.people}
          onClosed={dayOpened.closed}
        />
      ))}
    </>
  );
}
