import type { CSSProperties } from 'react';
import { coverOf, type DutyBand } from '#shared/domain/duty.ts';
import { DAY_MINUTES } from '#shared/domain/time-units.ts';
import { useT } from '#web/i18n.ts';
import styles from './duty.module.css';

interface DutyWeekProps {
  bands: readonly DutyBand[];
  nameOf(user_id: number): string;
  /** Order of members, which determines their colours. */
  order: readonly number[];
}

const days = [0, 1, 2, 3, 4, 5, 6];
const hours = [0, 6, 12, 18, 24];
const colours = 8;

/** Visual week view, hidden from screen readers; shifts and findings contain the same as text. */
export function DutyWeek({ bands, nameOf, order }: DutyWeekProps) {
  const t = useT();
  const cover = coverOf(bands);
  return (
    <div className={styles.week} aria-hidden="true">
      <div className={styles.hours}>
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {`${String(hour).padStart(2, '0')}:00`}
          </span>
        ))}
      </div>
      {days.map((day) => {
        const [start, end] = [day * DAY_MINUTES, (day + 1) * DAY_MINUTES];
        const pieces = cover.filter(({ from, to }) => from < end && to > start);
        return (
          <div key={day} className={styles.day}>
            <b>{t.tx(`duty.weekday_${day + 1}`)}</b>
            <div>
              {pieces.map(({ from, to, user_ids, isOverlap }) => {
                const minutes = Math.min(to, end) - Math.max(from, start);
                const names = user_ids.map(nameOf).join(t('lists.between'));
                return (
                  <span
                    key={from}
                    data-kind={user_ids.length === 0 ? 'gap' : isOverlap ? 'overlap' : 'one'}
                    style={
                      {
                        width: `${(minutes / DAY_MINUTES) * 100}%`,
                        '--who': `var(--series-${(order.indexOf(user_ids[0] ?? 0) % colours) + 1})`,
                      } as CSSProperties
                    }
                    title={names || t('duty.nobody')}
                  >
                    {names}
                  </span>
                );
              })}
            </div>
          </div>
        );
      })}
    </div>
  );
}
