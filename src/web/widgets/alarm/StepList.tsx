import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Timeline } from 'antd';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { useAction } from '#web/api/useAction.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { download } from '#web/ui/download.ts';
import { showTime } from '#web/ui/show-time.ts';
import { LevelMark } from './AlarmMarks.tsx';
import styles from './episode.module.css';

type Step = AnswerOf<typeof alarmActions.steps>['data_info'][number];

const colours: Partial<Record<Step['did'], string>> = {
  raised: 'red',
  worsened: 'red',
  reopened: 'red',
  recovered: 'green',
  handled: 'green',
  handling_corrected: 'green',
};

interface StepListProps {
  alarm_id: number;
  steps: AnswerOf<typeof alarmActions.steps>;
}

/** History of an episode; steps without a name were taken by the platform. */
export function StepList({ alarm_id, steps }: StepListProps) {
  const language = useLanguage();
  const t = useT();
  return (
    <>
      <Timeline
        className={styles.steps}
        items={steps.data_info.map((step) => ({
          key: step.step_id,
          color: colours[step.did] ?? 'gray',
          content: (
            <>
              <p>
                <strong>{t(`alarmLog.did_${step.did}`)}</strong>{' '}
                {step.level && (step.did === 'raised' || step.did === 'worsened') && (
                  <LevelMark level={step.level} />
                )}
                <span>{step.actor ?? t('alarmLog.by_platform')}</span>
                <time>{showTime(step.at, language)}</time>
              </p>
              <StepDetails step={step} />
              {step.note && <q>{step.note}</q>}
              {step.did === 'handling_corrected' && <Before details={step.details} />}
            </>
          ),
        }))}
      />
      <Files alarm_id={alarm_id} files={steps.files} />
    </>
  );
}

function StepDetails({ step: { did, details } }: { step: Step }) {
  const t = useT();
  if (did === 'cause_overruled') {
    const cause = (value: unknown) => (value ? t.tx(`alarmLog.cause_${value}`) : '–');
    return <p>{`${cause(details.from)} → ${cause(details.to)}`}</p>;
  }
  if (did === 'handled' || did === 'handling_corrected') return <p>{handlingOf(t, details)}</p>;
  return null;
}

/** The handling before its correction. */
function Before({ details }: { details: Step['details'] }) {
  const t = useT();
  const values = handlingOf(t, details.from as Step['details']);
  return <p className={styles.before}>{t('alarmLog.corrected_from', { values })}</p>;
}

function handlingOf(t: T, { handled_cause, false_alarm, handled_note }: Step['details']): string {
  return [handled_cause, t(`alarmLog.false_alarm_${false_alarm === true}`), handled_note]
    .filter(Boolean)
    .join(' · ');
}

function Files({
  alarm_id,
  files,
}: {
  alarm_id: number;
  files: AnswerOf<typeof alarmActions.steps>['files'];
}) {
  const asking = useAction(alarmActions.file);
  if (files.length === 0) return null;
  const load = async (file_id: number) => download((await asking.run({ alarm_id, file_id })).url);
  return (
    <ul className={styles.files}>
      {files.map(({ file_id, file_name }) => (
        <li key={file_id}>
          <Button
            type="link"
            size="small"
            icon={<PaperClipOutlined />}
            onClick={() => void load(file_id).catch(() => undefined)}
          >
            {file_name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
