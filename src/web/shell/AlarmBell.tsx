import { AlertOutlined, AudioMutedOutlined, SoundOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { useMay } from '#web/api/powers.ts';
import { useSession } from '#web/api/session.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { ListSkeleton } from '#web/ui/ListStates.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { LevelMark } from '#web/widgets/alarm/AlarmMarks.tsx';
import { alarmReads } from '#web/widgets/alarm/alarm-reads.ts';
import { useAlarmWords } from '#web/widgets/alarm/useAlarmWords.ts';
import bell from './alarm-bell.module.css';
import { ringFor, useMuted } from './alarm-ring.ts';
import { CountedIcon, shownCount } from './CountedIcon.tsx';
import styles from './header.module.css';
import { intoView } from './into-view.ts';
import popover from './popover.module.css';

const SHOWN = 8;
/** Larger counts are shown as this one with a plus. */
const MOST = 999;
/** Pixels: a count of three digits needs more room before the next button. */
const WIDER = 8;

/** Live count of unacknowledged open alarms, for users who may read alarms. */
export function AlarmBell() {
  const mayRead = useMay(alarmActions.count.needs);
  return mayRead ? <Bell /> : null;
}

function Bell() {
  const t = useT();
  const sound = useSession()?.user_set.alarm_sound ?? 'off';
  const { isMuted } = useMuted();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(alarmActions.count, {}, { shell: true });
  useAlarmsChange([alarmActions.count, alarmLog.list], (events) => {
    if (!isMuted) ringFor(events, sound);
  });
  const count = data?.unacknowledged ?? 0;
  const isWide = count > 99;
  const nameOf = (shown: string) => (count > 0 ? t('shell.alarms_new', { count: shown }) : t('shell.alarms'));
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      // On phones a panel aligned to the bell's right edge would leave the viewport.
      align={intoView}
      arrow={false}
      destroyOnHidden
      content={<BellPanel open={data?.open ?? 0} onLeave={() => setOpen(false)} />}
    >
      <button
        type="button"
        className={styles.tool}
        style={{ marginInlineEnd: isWide ? WIDER : 0 }}
        title={nameOf(shownCount(count, MOST))}
        aria-expanded={isOpen}
      >
        <CountedIcon
          icon={<AlertOutlined />}
          count={count}
          most={MOST}
          nameOf={nameOf}
          tone={data?.worst === 'warning' ? 'warning' : undefined}
        />
      </button>
    </Popover>
  );
}

function BellPanel({ open, onLeave }: { open: number; onLeave(): void }) {
  const t = useT();
  const { isMuted, setMuted } = useMuted();
  return (
    <div className={bell.panel}>
      <header>
        <strong>{t('shell.alarms')}</strong>
        <Button
          type="text"
          size="small"
          icon={isMuted ? <AudioMutedOutlined /> : <SoundOutlined />}
          aria-pressed={isMuted}
          onClick={() => setMuted(!isMuted)}
        >
          {t(isMuted ? 'shell.alarms_muted' : 'shell.alarms_sound')}
        </Button>
      </header>
      <NewAlarms onLeave={onLeave} />
      <footer>
        <Link to="/alarmdatas/log" onClick={onLeave}>
          {open > 0 ? t('shell.alarms_all', { count: open }) : t('shell.alarms_log')}
        </Link>
      </footer>
    </div>
  );
}

/** The newest unacknowledged alarms. */
function NewAlarms({ onLeave }: { onLeave(): void }) {
  const t = useT();
  const language = useLanguage();
  const { titleOf } = useAlarmWords();
  const mayDo = useMay(alarmActions.do.needs);
  const query = { state: 'open', acknowledged: false, page_size: SHOWN };
  const { data } = useCall(alarmLog.list, query, { shell: true });
  const acknowledge = useAction(alarmActions.do, {
    refresh: alarmReads,
    done: 'alarmLog.acknowledge_done',
    shell: true,
  });
  if (!data) return <ListSkeleton />;
  if (data.data_info.length === 0)
    return (
      <div className={popover.empty}>
        <AlertOutlined />
        <p>{t('shell.alarms_none')}</p>
      </div>
    );
  return (
    <ul className={bell.alarms} aria-label={t('shell.alarms')}>
      {data.data_info.map((alarm) => (
        <li key={alarm.alarm_id} className={bell[alarm.level]}>
          <Link to={`/alarmdatas/log?alarm=${alarm.alarm_id}`} onClick={onLeave}>
            <LevelMark level={alarm.level} /> <strong>{titleOf(alarm)}</strong>
            <p>{alarm.site_name ?? t('alarmLog.platform')}</p>
            <time>{showTime(alarm.from_at, language)}</time>
          </Link>
          {mayDo && (
            <Button
              size="small"
              onClick={() =>
                void acknowledge.run({ alarm_id: alarm.alarm_id, act: 'acknowledge' }).catch(() => undefined)
              }
            >
              {t('alarmLog.acknowledge')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
