import { Link } from 'react-router';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { LevelMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import { type AlarmRow, useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import styles from './alarms-panel.module.css';
import { useHome } from './home-context.ts';

const SHOWN = 50;

/** Live list of the newest open alarms; a click selects the station. */
export function AlarmsPanel() {
  const t = useT();
  const mayRead = useMay(alarmLog.list.needs);
  const answer = useCall(alarmLog.list, { state: 'open', page_size: SHOWN }, { enabled: mayRead });
  useAlarmsChange([alarmLog.list], undefined, mayRead);
  if (!mayRead) return null;
  const total = answer.data?.total ?? 0;
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t('home.alarms_live')}</h2>
        {total > 0 && <Link to="/alarmdatas/log">{t('home.alarms_more', { count: total })}</Link>}
      </header>
      <Answered answer={answer}>{({ data_info }) => <OpenAlarms alarms={data_info} />}</Answered>
    </section>
  );
}

function OpenAlarms({ alarms }: { alarms: readonly AlarmRow[] }) {
  const t = useT();
  const language = useLanguage();
  const { titleOf } = useAlarmWords();
  const { network, pick } = useHome();
  if (alarms.length === 0) return <p className={styles.none}>{t('home.alarms_none')}</p>;
  return (
    <ul className={styles.alarms}>
      {alarms.map((alarm) => (
        <li key={alarm.alarm_id} data-level={alarm.level}>
          <button type="button" onClick={() => pick(network.station(alarm.site_id ?? 0))}>
            <span>
              <LevelMark level={alarm.level} /> <strong>{titleOf(alarm)}</strong>
            </span>
            <span className={styles.where}>
              <span>{alarm.site_name ?? t('alarmLog.platform')}</span>
              <time>{showTime(alarm.from_at, language)}</time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The open alarms of one station. */
export function StationAlarms({ site_id }: { site_id: number }) {
  const t = useT();
  const language = useLanguage();
  const { titleOf, figure } = useAlarmWords();
  const mayRead = useMay(alarmLog.list.needs);
  const { data } = useCall(alarmLog.list, { state: 'open', site_id, page_size: SHOWN }, { enabled: mayRead });
  useAlarmsChange([alarmLog.list], undefined, mayRead);
  if (!data || data.data_info.length === 0) return null;
  return (
    <ul className={styles.ofStation} aria-label={t('home.card_alarms')}>
      {data.data_info.map((alarm) => (
        <li key={alarm.alarm_id} data-level={alarm.level}>
          <Link to={`/alarmdatas/log?alarm=${alarm.alarm_id}`}>
            <LevelMark level={alarm.level} />
            <strong>{titleOf(alarm)}</strong>
            {alarm.last_value !== null && <span>{figure(alarm.last_value, alarm)}</span>}
            <time>{showTime(alarm.from_at, language)}</time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
