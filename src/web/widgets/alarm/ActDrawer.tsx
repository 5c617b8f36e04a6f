import { Alert, AutoComplete, Form, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { alarmActions } from '#shared/contract/alarms/log.ts';
import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import { files } from '#shared/contract/files/files.ts';
import { alarmCauses } from '#shared/domain/alarm-kinds.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { LevelMark } from './AlarmMarks.tsx';
import styles from './alarm.module.css';
import { alarmReads } from './alarm-reads.ts';
import { type Attached, FilesInput } from './FilesInput.tsx';
import { type AlarmRow, useAlarmWords } from './useAlarmWords.ts';

export type AlarmAct = SentOf<typeof alarmActions.do>['act'];
type Refused = AnswerOf<typeof alarmActions.do>['refused'];

interface ActDrawerProps {
  act: AlarmAct;
  alarms: readonly AlarmRow[];
  /** Number of selected alarms that the action no longer applies to. */
  leftOut?: number;
  onClosed(): void;
}

interface Values {
  note?: string;
  handled_cause?: string;
  false_alarm?: boolean;
  cause?: AlarmRow['cause'];
  files?: Attached[];
}

const words = {
  acknowledge: {
    title: 'alarmLog.acknowledge_title',
    ok: 'alarmLog.acknowledge',
    done: 'alarmLog.acknowledge_done',
  },
  handle: { title: 'alarmLog.handle_title', ok: 'alarmLog.handle', done: 'alarmLog.handle_done' },
  correct: { title: 'alarmLog.correct_title', ok: 'alarmLog.correct', done: 'alarmLog.correct_done' },
  overrule_cause: {
    title: 'alarmLog.overrule_cause_title',
    ok: 'common.save',
    done: 'alarmLog.overrule_cause_done',
  },
  note: { title: 'alarmLog.add_note', ok: 'common.save', done: 'alarmLog.add_note_done' },
} as const;

export function ActDrawer({ act, alarms, leftOut = 0, onClosed }: ActDrawerProps) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const [isSending, setSending] = useState(false);
  const doing = useAction(alarmActions.do, { refresh: alarmReads });
  // As opened: the row is live, the values in the form are not.
  const [started] = useState(() => (act === 'correct' ? correctionOf(alarms[0]) : undefined));

  const submit = async ({ files: attached = [], cause, ...values }: Values) => {
    try {
      const alarm_id = alarms.map((alarm) => alarm.alarm_id);
      const file_ids = attached.map(({ file_id }) => file_id);
      const { done, refused } = await doing.run({
        alarm_id,
        act,
        ...values,
        ...(cause && { cause }),
        ...(started && { handled_version: started.handled_version }),
        file_ids,
      });
      setDirty(false);
      setOpen(false);
      if (refused.length === 0) toast.success(t(words[act].done));
      else toast.warning(partly(done, refused));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  /** Message for alarms that somebody else has acted on first. */
  const partly = (done: number, refused: Refused) => {
    const reasons = [...new Set(refused.map(({ detail }) => t(`details.${detail}`)))];
    return t('alarmLog.partly_done', { done, count: refused.length, reasons: reasons.join(' ') });
  };
  return (
    <FormSheet
      title={t(words[act].title, { count: alarms.length })}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t(words[act].ok)}
      pending={doing.pending}
      disabled={isSending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Chosen alarms={alarms} />
      {leftOut > 0 && (act === 'acknowledge' || act === 'handle') && (
        <Alert
          className={styles.note}
          type="info"
          showIcon
          title={t(`alarmLog.left_out_${act}`, { count: leftOut })}
        />
      )}
      <Form
        form={form}
        id={formId}
        layout="vertical"
        requiredMark
        initialValues={{ false_alarm: false, cause: alarms[0]?.cause ?? undefined, ...started?.values }}
        onValuesChange={(changed) => {
          form.setFields(Object.keys(changed).map((name) => ({ name: name as keyof Values, errors: [] })));
          setDirty(true);
        }}
        onFinish={(values) => void submit(values)}
      >
        <Fields act={act} alarms={alarms} onBusy={setSending} />
      </Form>
    </FormSheet>
  );
}

/** Values of the form, and the version that they are of. */
function correctionOf(alarm: AlarmRow | undefined) {
  if (!alarm) return undefined;
  const { handled_cause, handled_note, false_alarm, handled_version } = alarm;
  return { handled_version, values: { handled_cause, false_alarm, note: handled_note } };
}

/** Lists the selected alarms: in a batch it is easy to include one too many. */
function Chosen({ alarms }: Pick<ActDrawerProps, 'alarms'>) {
  const { titleOf } = useAlarmWords();
  const t = useT();
  return (
    <ul className={styles.chosen}>
      {alarms.map((alarm) => (
        <li key={alarm.alarm_id}>
          <LevelMark level={alarm.level} />
          <span>{alarm.site_name ?? t('alarmLog.platform')}</span>
          <span className={styles.soft}>{titleOf(alarm)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Offered are suggestions that contain what is typed, unless it is all of one. */
const isSuggested = (typed: string, suggestion: string) =>
  suggestion !== typed && suggestion.toLowerCase().includes(typed.trim().toLowerCase());

const suggestions = {
  measurement: ['pollution', 'dust', 'weather', 'instrument', 'calibration', 'limit'],
  instrument: ['instrument', 'calibration', 'power', 'network'],
} as const;

function Fields({
  act,
  alarms,
  onBusy,
}: Pick<ActDrawerProps, 'act' | 'alarms'> & { onBusy(busy: boolean): void }) {
  const t = useT();
  const mayAttach = useMay(files.upload.needs);
  const isHandling = act === 'handle' || act === 'correct';
  const open = alarms.filter(({ state }) => state === 'open').length;
  const families = [...new Set(alarms.map(({ family }) => family))];
  const offered = [...new Set(families.flatMap((family) => suggestions[family]))];
  const required = [{ required: true, message: t('problems.required') }];
  return (
    <>
      {act === 'handle' && open > 0 && (
        <Alert
          className={styles.note}
          type="info"
          showIcon
          title={t('alarmLog.still_open', { count: open })}
        />
      )}
      {act === 'correct' && (
        <Alert className={styles.note} type="info" showIcon title={t('alarmLog.correct_help')} />
      )}
      {isHandling && (
        <>
          <Form.Item name="handled_cause" label={t('alarmLog.handled_cause')} rules={required}>
            <AutoComplete
              autoFocus
              maxLength={100}
              allowClear
              placeholder={t('alarmLog.handled_cause_help')}
              // Suggestions that do not match would cover the next field.
              showSearch={{ filterOption: (typed, option) => isSuggested(typed, option?.value ?? '') }}
              options={offered.map((one) => ({ value: t(`alarmLog.suggestion_${one}`) }))}
            />
          </Form.Item>
          <Form.Item
            name="false_alarm"
            label={t('alarmLog.false_alarm')}
            extra={t('alarmLog.false_alarm_help')}
          >
            <Radio.Group
              options={[
                { value: false, label: t('alarmLog.false_alarm_no') },
                { value: true, label: t('alarmLog.false_alarm_yes') },
              ]}
            />
          </Form.Item>
        </>
      )}
      {act === 'overrule_cause' && (
        <Form.Item name="cause" label={t('alarmLog.cause')} rules={required}>
          <Radio.Group
            vertical
            options={alarmCauses.map((cause) => ({ value: cause, label: t(`alarmLog.cause_${cause}`) }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="note"
        label={t(isHandling ? 'alarmLog.handled_note' : 'alarmLog.note')}
        extra={act === 'note' ? undefined : t('alarmLog.note_help')}
        rules={act === 'note' ? required : []}
      >
        <Input.TextArea
          autoFocus={act === 'acknowledge' || act === 'note'}
          maxLength={500}
          autoSize={{ minRows: 3, maxRows: 8 }}
        />
      </Form.Item>
      {mayAttach && (isHandling || act === 'note') && (
        <Form.Item name="files" label={t('alarmLog.files')} extra={t('alarmLog.files_help')}>
          <FilesInput onBusy={onBusy} />
        </Form.Item>
      )}
    </>
  );
}
