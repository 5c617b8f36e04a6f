import { useEffect, useState } from 'react';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { formatTime } from '#shared/domain/time.ts';
import { useMay } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { ringFor, useMuted } from '#web/shell/alarm-ring.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import styles from './wall.module.css';
import { useNetworkTitle } from './wall-scope.ts';

/** Most alarms in rotation; the total count is shown. */
const kept = 30;
const atOnce = 2;
const turnMs = 6000;

/** Rotates the open alarms, two at a time so that they are shown in full; new alarms ring. */
export function Ticker() {
  const t = useT();
  const title = useNetworkTitle(t('wall.alarm_ticker'));
  const mayRead = useMay(alarmLog.list.needs);
  const sound = useSession()?.user_set.alarm_sound ?? 'off';
  const { isMuted } = useMuted();
  const answer = useCall(alarmLog.list, { state: 'open', page_size: kept }, { enabled: mayRead });
  const { titleOf, figure } = useAlarmWords();
  const [turn, setTurn] = useState(0);
  useAlarmsChange(
    [alarmLog.list, alarmActions.count],
    (events) => {
      // The wall is muted by its button only; users without a configured sound get the chime.
      if (!isMuted) ringFor(events, sound === 'off' ? 'chime' : sound, 'wall');
      if (events.some(({ did }) => did === 'raised' || did === 'worsened')) setTurn(0);
    },
    mayRead,
  );
  const alarms = answer.data?.data_info ?? [];
  const pages = Math.max(1, Math.ceil(alarms.length / atOnce));
  useEffect(() => {
    if (pages === 1) return;
    const timer = setInterval(() => setTurn((now) => now + 1), turnMs);
    return () => clearInterval(timer);
  }, [pages]);
  const first = (turn % pages) * atOnce;
  return (
    <section className={styles.ticker} aria-label={title}>
      <h2>{title}</h2>
      {!mayRead ? (
        <p>{t('wall.not_allowed')}</p>
      ) : answer.isError && !answer.data ? (
        <p>{t('wall.failed')}</p>
      ) : alarms.length === 0 ? (
        <p>{t(answer.data ? 'wall.alarm_none' : 'wall.loading')}</p>
      ) : (
        <ul key={first}>
          {alarms.slice(first, first + atOnce).map((alarm) => (
            <li key={alarm.alarm_id} data-level={alarm.level}>
              <b>{t(`wall.level_${alarm.level}`)}</b>
              <span>
                {[alarm.site_name ?? t('alarmLog.platform'), titleOf(alarm)].join(' · ')}
                {alarm.last_value !== null && ` ${figure(alarm.last_value, alarm)}`}
              </span>
              <time>{formatTime(new Date(alarm.from_at), 'HH:mm')}</time>
            </li>
          ))}
        </ul>
      )}
      {(answer.data?.total ?? 0) > atOnce && (
        <small>{t('wall.alarm_more', { count: answer.data?.total })}</small>
      )}
    </section>
  );
}
