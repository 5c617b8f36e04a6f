import { Button, Drawer, Space } from 'antd';
import { useEffect, useState } from 'react';
import { alarmActions, alarmLog } from '#shared/contract/alarms/log.ts';
import { alarmViews } from '#shared/contract/alarms/view.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { useAlarmsChange } from '#web/live/useAlarmsChange.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { OrderOfAlarm } from '#web/widgets/order/OrderOfAlarm.tsx';
import { ActDrawer, type AlarmAct } from './ActDrawer.tsx';
import { LevelMark } from './AlarmMarks.tsx';
import { EpisodeCause } from './EpisodeCause.tsx';
import { EpisodeFacts } from './EpisodeFacts.tsx';
import { EpisodeMessages } from './EpisodeMessages.tsx';
import { EpisodeValues } from './EpisodeValues.tsx';
import styles from './episode.module.css';
import { StepList } from './StepList.tsx';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

/** Polling interval while notifications are queued. */
const SENDING_MS = 3000;

/** One alarm episode: values, cause, actions and messages. */
export function EpisodeDrawer({ alarm_id, onClosed }: { alarm_id: number; onClosed(): void }) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const { titleOf } = useAlarmWords();
  const answer = useCall(alarmLog.list, { alarm_id });
  useAlarmsChange([alarmLog.list, alarmActions.steps, alarmViews.view]);
  const alarm = answer.data?.data_info[0];
  return (
    <Drawer
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      size={narrow ? '100%' : 920}
      title={
        alarm ? (
          <span className={styles.title}>
            <LevelMark level={alarm.level} />
            {`${alarm.site_name ?? t('alarmLog.platform')} · ${titleOf(alarm)}`}
          </span>
        ) : (
          t('alarmLog.episode_title')
        )
      }
      extra={alarm && !narrow && <Acts alarm={alarm} />}
      footer={alarm && narrow && <Acts alarm={alarm} />}
    >
      {answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : alarm ? (
        <Episode alarm={alarm} />
      ) : answer.data ? (
        <p>{t('alarmLog.not_there')}</p>
      ) : (
        <ListSkeleton />
      )}
    </Drawer>
  );
}

function Episode({ alarm }: { alarm: AlarmRow }) {
  const t = useT();
  const { alarm_id } = alarm;
  const acting = useOpened<AlarmAct>();
  const view = useCall(alarmViews.view, { alarm_id }, { keepPrevious: true });
  const [isSending, setSending] = useState(false);
  const steps = useCall(alarmActions.steps, { alarm_id }, { refetchMs: isSending ? SENDING_MS : undefined });
  const messages = steps.data?.messages;
  useEffect(() => setSending(messages?.some(({ state }) => state === 'queued') ?? false), [messages]);
  return (
    <div className={styles.episode}>
      <EpisodeFacts alarm={alarm} view={view.data} />
      <Answered answer={view}>{(known) => <EpisodeValues alarm={alarm} view={known} />}</Answered>
      <div className={styles.sides}>
        {alarm.family === 'measurement' && (
          <EpisodeCause
            alarm={alarm}
            evidence={view.data?.evidence ?? null}
            onOverrule={() => acting.open('overrule_cause')}
          />
        )}
        <section>
          <h3>{t('alarmLog.steps')}</h3>
          <Answered answer={steps}>{(known) => <StepList alarm_id={alarm_id} steps={known} />}</Answered>
        </section>
      </div>
      <OrderOfAlarm alarm={alarm} />
      {messages && <EpisodeMessages messages={messages} late={alarm.late} />}
      {acting.show((act) => (
        <ActDrawer act={act} alarms={[alarm]} onClosed={acting.closed} />
      ))}
    </div>
  );
}

function Acts({ alarm }: { alarm: AlarmRow }) {
  const t = useT();
  const mayDo = useMay(alarmActions.do.needs);
  const acting = useOpened<AlarmAct>();
  if (!mayDo) return null;
  return (
    <Space wrap>
      <Button size="small" onClick={() => acting.open('note')}>
        {t('alarmLog.add_note')}
      </Button>
      {alarm.acknowledged_at === null && (
        <Button size="small" onClick={() => acting.open('acknowledge')}>
          {t('alarmLog.acknowledge')}
        </Button>
      )}
      {alarm.handled_at === null ? (
        <Button size="small" type="primary" onClick={() => acting.open('handle')}>
          {t('alarmLog.handle')}
        </Button>
      ) : (
        <Button size="small" onClick={() => acting.open('correct')}>
          {t('alarmLog.correct')}
        </Button>
      )}
      {acting.show((act) => (
        <ActDrawer act={act} alarms={[alarm]} onClosed={acting.closed} />
      ))}
    </Space>
  );
}
