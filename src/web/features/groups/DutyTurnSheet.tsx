import { Alert, Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { dutyCalendar, dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { dateAfter } from '#shared/domain/duty-calendar.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { showDate } from '#web/ui/show-time.ts';
import { type Calendar, dutyReads, type Turn } from './duty-days.ts';

interface DutyTurnSheetProps {
  user_group_id: number;
  turn: Turn;
  people: Calendar['people'];
  isMine: boolean;
  mayManage: boolean;
  onClosed(): void;
}

interface Values {
  to_user_id: number;
  /** Date and start of the shift taken in return. */
  given?: string;
  note?: string;
}

const LOOK_AHEAD = 41;

/** Transfers a shift: requested by its owner, or set by a dispatcher. */
export function DutyTurnSheet(props: DutyTurnSheetProps) {
  const { user_group_id, turn, people, isMine, mayManage, onClosed } = props;
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const asking = useAction(dutySwaps.ask, { refresh: dutyReads, done: 'dutyCalendar.sent' });
  const setting = useAction(dutySwaps.set, { refresh: dutyReads, done: 'dutyCalendar.applied' });
  const other = Form.useWatch('to_user_id', form);
  const nameOf = (id: number) => people.find(({ user_id }) => user_id === id)?.real_name ?? `#${id}`;
  const begun = (parseTime(`${turn.on_date} ${turn.start_time}`) ?? new Date()) <= new Date();
  // Dispatchers change their own shifts at once too.
  const isSet = mayManage;
  const submit = async ({ to_user_id, given, note = '' }: Values) => {
    const [return_date = null, return_start = null] = given?.split(' ') ?? [];
    const { on_date, start_time, user_id } = turn;
    const wanted = { user_group_id, on_date, start_time, to_user_id, return_date, return_start, note };
    try {
      if (isSet) await setting.run({ ...wanted, user_id });
      else await asking.run(wanted);
      setDirty(false);
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  return (
    <FormSheet
      title={t('dutyCalendar.turn_title', { name: nameOf(turn.user_id) })}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t(isSet ? 'dutyCalendar.apply' : 'dutyCalendar.send')}
      pending={asking.pending || setting.pending}
      disabled={!isSet && (begun || !isMine)}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p>
        {`${showDate(turn.on_date, language)} ${turn.start_time}–${turn.end_time}`}
        {turn.end_time <= turn.start_time && ` (${t('duty.next_day')})`}
      </p>
      {begun && !isSet && <Alert type="info" showIcon title={t('dutyCalendar.begun')} />}
      <Form
        id={formId}
        form={form}
        layout="vertical"
        onFinish={(values) => void submit(values)}
        onValuesChange={() => setDirty(true)}
      >
        <Form.Item
          name="to_user_id"
          label={t('dutyCalendar.to_user_id')}
          rules={[{ required: true, message: t('problems.required') }]}
        >
          <Select
            placeholder={t('dutyCalendar.pick')}
            showSearch={searchedByLabel}
            options={people
              .filter(({ user_id }) => user_id !== turn.user_id)
              .map(({ user_id, real_name }) => ({ value: user_id, label: real_name }))}
          />
        </Form.Item>
        {other !== undefined && (
          <Form.Item name="given" label={t('dutyCalendar.return_turn', { name: nameOf(turn.user_id) })}>
            <GivenTurn user_group_id={user_group_id} user_id={other} />
          </Form.Item>
        )}
        <Form.Item name="note" label={t('dutyCalendar.note')}>
          <Input.TextArea maxLength={200} rows={2} />
        </Form.Item>
      </Form>
    </FormSheet>
  );
}

interface GivenTurnProps {
  user_group_id: number;
  user_id: number;
  id?: string;
  value?: string;
  onChange?(value: string | undefined): void;
}

/** Select of the other person's future shifts. */
function GivenTurn({ user_group_id, user_id, id, value, onChange }: GivenTurnProps) {
  const t = useT();
  const language = useLanguage();
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  const answer = useCall(dutyCalendar.data, {
    user_group_id,
    from: dateAfter(today, 1),
    to: dateAfter(today, LOOK_AHEAD),
  });
  const options = (answer.data?.days ?? []).flatMap(({ on_date, turns }) =>
    turns
      .filter((turn) => turn.user_id === user_id)
      .map(({ start_time, end_time }) => ({
        value: `${on_date} ${start_time}`,
        label: `${showDate(on_date, language)} ${start_time}–${end_time}`,
      })),
  );
  return (
    <Select
      id={id}
      allowClear
      placeholder={t('dutyCalendar.return_none')}
      loading={!answer.data}
      value={value}
      onChange={onChange}
      options={options}
    />
  );
}
