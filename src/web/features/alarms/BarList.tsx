import { Link } from 'react-router';
import { useT } from '#web/i18n.ts';
import { grouped } from '#web/ui/grouped.ts';
import styles from './statistics.module.css';

export interface Bar {
  key: string;
  label: string;
  /** Link to the list of its episodes. */
  to: string;
  count: number;
  alarms: number;
}

/** Bars from most to fewest; the darker part counts alarms, the rest warnings. */
export function BarList({ rows }: { rows: readonly Bar[] }) {
  const t = useT();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const share = (count: number) => `${(count / most) * 100}%`;
  if (rows.length === 0) return <p className={styles.soft}>{'–'}</p>;
  return (
    <ol className={styles.bars}>
      {rows.map(({ key, label, to, count, alarms }) => (
        <li key={key} title={`${label}\n${t('alarmLog.tally', { count, alarms })}`}>
          <Link to={to}>{label}</Link>
          <span className={styles.bar} aria-hidden>
            <i className={styles.alarms} style={{ width: share(alarms) }} />
            <i className={styles.warnings} style={{ width: share(count - alarms) }} />
          </span>
          <strong>{grouped(count)}</strong>
        </li>
      ))}
    </ol>
  );
}
