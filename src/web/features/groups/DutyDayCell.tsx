import { EditOutlined, SwapOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CSSProperties } from 'react';
import { clockOf } from '#shared/domain/duty.ts';
import { weekdayOfDate } from '#shared/domain/duty-calendar.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showDate, showDayHead } from '#web/ui/show-time.ts';
import styles from './duty-calendar.module.css';
import type { Day, Swap, Turn } from './duty-days.ts';

interface DutyDayCellProps {
  day: Day;
  swaps: readonly Swap[];
  isToday: boolean;
  isPast: boolean;
  /** True if no shown date has a shift. */
  isUnplanned: boolean;
  isOther: boolean;
  nameOf(user_id: number): string;
  colourOf(user_id: number): number;
  shows(turn: Turn): boolean;
  mayOpen(turn: Turn): boolean;
  onTurn(turn: Turn): void;
  onDay?(): void;
}

/** One date: shifts in order, special day and gaps. */
export function DutyDayCell(props: DutyDayCellProps) {
  const { day, swaps, isToday, isPast, isOther, nameOf, colourOf, shows, mayOpen, onTurn, onDay } = props;
  const t = useT();
  const language = useLanguage();
  const turns = day.turns.map((turn) => ({ ...turn, on_date: day.on_date })).filter(shows);
  const isAsked = ({ user_id, start_time }: Turn) =>
    swaps.some(
      (swap) =>
        swap.state === 'asked' &&
        swap.on_date === day.on_date &&
        swap.user_id === user_id &&
        swap.start_time === start_time,
    );
  const until = (minute: number) => (minute === DAY_MINUTES ? '24:00' : clockOf(minute));
  return (
    <section
      className={styles.cell}
      data-today={isToday}
      data-past={isPast}
      data-other={isOther}
      aria-label={showDate(day.on_date, language)}
    >
      <header>
        <span className={styles.date}>
          <b>{Number(day.on_date.slice(8))}</b>
          <small>
            {showDayHead(day.on_date, language, t.tx(`duty.weekday_${weekdayOfDate(day.on_date)}`))}
          </small>
        </span>
        {day.is_holiday && <em data-kind="holiday">{t('dutyCalendar.holiday')}</em>}
        {day.is_own && (
          <em data-kind="own" title={day.note}>
            {day.note || t('dutyCalendar.own')}
          </em>
        )}
        {onDay && (
          <Button
            className={styles.change}
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={`${t('dutyCalendar.change_day')} ${showDate(day.on_date, language)}`}
            title={t('dutyCalendar.change_day')}
            onClick={onDay}
          />
        )}
      </header>
      <ul>
        {turns.map((turn) => (
          <li key={`${turn.planned_user_id} ${turn.start_time}`}>
            <button
              type="button"
              disabled={!mayOpen(turn)}
              style={{ '--who': `var(--series-${colourOf(turn.user_id)})` } as CSSProperties}
              title={
                turn.swap_id === null
                  ? undefined
                  : t('dutyCalendar.planned', { name: nameOf(turn.planned_user_id) })
              }
              onClick={() => onTurn(turn)}
            >
              <span>{`${turn.start_time}–${turn.end_time}`}</span>
              <strong>{nameOf(turn.user_id)}</strong>
              {turn.swap_id !== null && <SwapOutlined aria-label={t('dutyCalendar.swapped')} />}
              {isAsked(turn) && <small className={styles.waiting}>{t('dutyCalendar.waiting')}</small>}
            </button>
          </li>
        ))}
      </ul>
      {day.gaps.length > 0 && !props.isUnplanned && (
        <p>
          {day.gaps[0]?.to === DAY_MINUTES && day.gaps[0].from === 0
            ? t('dutyCalendar.nobody')
            : day.gaps
                .map(({ from, to }) => t('dutyCalendar.gap', { from: clockOf(from), to: until(to) }))
                .join(t('lists.between'))}
        </p>
      )}
    </section>
  );
}
