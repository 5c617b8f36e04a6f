import { BarChartOutlined, ToolOutlined } from '@ant-design/icons';
import { useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import styles from './alarm.module.css';
import type { AlarmRow } from './useAlarmWords.ts';

export const levelTones = { warning: 'notice', alarm: 'bad' } as const;

export function LevelMark({ level }: Pick<AlarmRow, 'level'>) {
  const t = useT();
  return <span className={styles[`level_${level}`]}>{t(`alarmLog.level_${level}`)}</span>;
}

/** Icon and colour of the alarm family. */
export function FamilyMark({ family }: Pick<AlarmRow, 'family'>) {
  const t = useT();
  const Sign = family === 'measurement' ? BarChartOutlined : ToolOutlined;
  return (
    <span className={styles[`family_${family}`]}>
      <Sign title={t(`alarmLog.family_${family}`)} />
    </span>
  );
}

const stateTones = { open: 'bad', recovered: 'notice', handled: 'good' } as const;

/** Who acknowledged or handled an alarm. */
export function useDoneText() {
  const t = useT();
  return ({ acknowledged_at, acknowledged_by_name, handled_at, handled_by_name }: AlarmRow) => {
    if (handled_at) return t('alarmLog.handled_by', { name: handled_by_name ?? '' });
    return acknowledged_at
      ? t('alarmLog.acknowledged_by', { name: acknowledged_by_name ?? '' })
      : t('alarmLog.unacknowledged');
  };
}

/** State of an alarm, and who acknowledged or handled it. */
export function StateMark({ alarm }: { alarm: AlarmRow }) {
  const t = useT();
  const doneOf = useDoneText();
  return (
    <span className={styles.twoLines}>
      <Status tone={stateTones[alarm.state]}>{t(`alarmLog.state_${alarm.state}`)}</Status>
      <small>{doneOf(alarm)}</small>
    </span>
  );
}

/** For lists of open alarms, where the state is the same in every row. */
export function DoneMark({ alarm }: { alarm: AlarmRow }) {
  const doneOf = useDoneText();
  const tone = alarm.handled_at ? 'good' : alarm.acknowledged_at ? 'notice' : 'bad';
  return <Status tone={tone}>{doneOf(alarm)}</Status>;
}
