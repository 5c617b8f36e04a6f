import type { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useT } from '#web/i18n.ts';
import { grouped } from '#web/ui/grouped.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import styles from './statistics.module.css';

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`;

/** Key figures of the period. */
export function Tiles({ statistics }: { statistics: AnswerOf<typeof alarmActions.statistics> }) {
  const t = useT();
  const { span } = useAlarmWords();
  const { count, open, acknowledged, handled, false_alarms, acknowledged_after, lasted } = statistics;
  const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds));
  const tiles = [
    ['episodes', grouped(count)],
    ['still_open_count', grouped(open)],
    ['acknowledged_share', percent(acknowledged, count)],
    ['acknowledged_after', time(acknowledged_after)],
    ['lasted', time(lasted)],
    ['handled_share', percent(handled, count)],
    ['false_share', percent(false_alarms, handled)],
  ] as const;
  return (
    <dl className={styles.tiles}>
      {tiles.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`alarmLog.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
