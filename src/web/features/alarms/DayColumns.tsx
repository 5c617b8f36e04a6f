import { DAY_MS } from '#shared/domain/time-units.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showDate } from '#web/ui/show-time.ts';
import styles from './statistics.module.css';

interface DayTally {
  day: string;
  count: number;
  alarms: number;
}

function daysBetween(first: string, last: string): string[] {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  return Array.from({ length: days + 1 }, (_, i) =>
    new Date(Date.parse(first) + i * DAY_MS).toISOString().slice(0, 10),
  );
}

/** One column per day, including days without alarms. */
export function DayColumns({ days }: { days: readonly DayTally[] }) {
  const t = useT();
  const language = useLanguage();
  const dayText = (day = '') => (day ? showDate(day, language) : day);
  const of = new Map(days.map((one) => [one.day, one]));
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const all = first && last ? daysBetween(first, last) : [];
  const most = Math.max(1, ...days.map(({ count }) => count));
  const height = (count: number) => `${(count / most) * 100}%`;
  return (
    <figure className={styles.days}>
      <ol>
        {all.map((day) => {
          const { count = 0, alarms = 0 } = of.get(day) ?? {};
          return (
            <li key={day} title={`${dayText(day)} ${t('alarmLog.tally', { count, alarms })}`}>
              <i className={styles.warnings} style={{ height: height(count - alarms) }} />
              <i className={styles.alarms} style={{ height: height(alarms) }} />
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>{dayText(first)}</span>
        <span className={styles.legend}>
          <i className={styles.alarms} />
          {t('alarmLog.level_alarm')}
          <i className={styles.warnings} />
          {t('alarmLog.level_warning')}
          <span>{t('alarmLog.most_a_day', { count: most })}</span>
        </span>
        <span>{dayText(last)}</span>
      </figcaption>
    </figure>
  );
}
