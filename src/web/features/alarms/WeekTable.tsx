import type { CSSProperties } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './statistics.module.css';

/** Heat map of alarm starts by weekday and hour. */
export function WeekTable({ week }: { week: readonly (readonly number[])[] }) {
  const t = useT();
  const most = Math.max(1, ...week.flat());
  return (
    <div className={styles.scroll}>
      <table className={styles.week}>
        <thead>
          <tr>
            <td />
            {(week[0] ?? []).map((_count, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((hours, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: days of a week
            <tr key={day}>
              <th scope="row">{t.tx(`alarmLog.weekday_${day + 1}`)}</th>
              {hours.map((count, hour) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day
                  key={hour}
                  className={styles.cell}
                  style={{ '--share': count / most } as CSSProperties}
                  data-dark={count / most > 0.6}
                >
                  {count || ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
