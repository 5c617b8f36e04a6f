import { Checkbox, DatePicker, Form, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useId, useRef, useState } from 'react';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { type Repeat, repeats } from '#shared/domain/meeting-dates.ts';
import { formatTime } from '#shared/domain/time.ts';
import { CallError } from '#web/api/call-error.ts';
import { userInfo } from '#web/api/session.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { searchedByLabel } from '#web/ui/searched.ts';
import { Conflicts } from './Conflicts.tsx';
import { clock, type Meeting, meetingReads, momentOf, type Wish } from './meeting.ts';

interface BookSheetProps {
  wish: Wish;
  /** The meeting to edit. */
  meeting?: Meeting;
  onClosed(): void;
}

interface Values {
  room_id?: number;
  theme: string;
  starts_at: Dayjs | null;
  ends_at: Dayjs | null;
  attendee_ids: number[];
  every?: Repeat;
  until?: string;
  skip_taken?: boolean;
  description?: string;
}

/** Books a room or edits an own booking; shows conflicts during input. */
export function BookSheet({ wish, meeting, onClosed }: BookSheetProps) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const [initial] = useState(() => startOf(wish, meeting));
  const start = useRef(initial.starts_at);
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const adding = useAction(meetingActions.add, { refresh: meetingReads });
  const editing = useAction(meetingActions.edit, { refresh: meetingReads, done: 'meetings.edited' });
  const values = Form.useWatch((all: Values) => all, form);
  const submit = async (written: Values) => {
    try {
      const asked = askedOf(written);
      if (meeting) {
        const { room_id, starts_at, ends_at, attendee_ids } = asked;
        const { meeting_id, version } = meeting;
        const { theme, description = '' } = written;
        await editing.run({
          ...{ meeting_id, version, room_id, attendee_ids, theme, description },
          ...(starts_at === meeting.starts_at && ends_at === meeting.ends_at ? {} : { starts_at, ends_at }),
        });
      } else {
        const { theme, description, skip_taken } = written;
        const { meeting_ids, skipped } = await adding.run({ ...asked, theme, description, skip_taken });
        toast.success(
          meeting_ids.length + skipped > 1
            ? t('meetings.booked_some', { count: meeting_ids.length, skipped })
            : t('meetings.booked'),
        );
      }
      setDirty(false);
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  return (
    <FormSheet
      title={t(meeting ? 'meetings.edit' : 'meetings.book')}
      width={520}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t(meeting ? 'common.save' : 'meetings.book_ok')}
      pending={adding.pending || editing.pending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        requiredMark
        initialValues={initial}
        onFinish={(written) => void submit(written)}
        onValuesChange={(changed: Partial<Values>) => {
          form.setFields(Object.keys(changed).map((key) => ({ name: key as keyof Values, errors: [] })));
          // Moving the start also moves the end.
          const { starts_at } = changed;
          const { ends_at } = form.getFieldsValue();
          if (starts_at && start.current && ends_at)
            form.setFieldValue('ends_at', starts_at.add(ends_at.diff(start.current)));
          if (starts_at) start.current = starts_at;
          setDirty(true);
        }}
      >
        <Fields isNew={!meeting} repeats={values?.every !== undefined} />
      </Form>
      {values && isWhole(values) && (
        <Conflicts asked={{ ...askedOf(values), meeting_id: meeting?.meeting_id }} />
      )}
    </FormSheet>
  );
}

function startOf({ room_id, date, from, to }: Wish, meeting?: Meeting): Partial<Values> {
  if (!meeting) {
    const me = userInfo()?.user.user_id;
    return {
      room_id,
      starts_at: dayjs(`${date} ${clock(from)}`),
      ends_at: dayjs(`${date} ${clock(to)}`),
      attendee_ids: me === undefined ? [] : [me],
    };
  }
  return {
    room_id: meeting.room_id,
    theme: meeting.theme,
    description: meeting.description,
    starts_at: toPicker(meeting.starts_at),
    ends_at: toPicker(meeting.ends_at),
    attendee_ids: meeting.attendees.map(({ user_id }) => user_id),
  };
}

const isWhole = ({ room_id, starts_at, ends_at, attendee_ids, every, until }: Partial<Values>) =>
  room_id !== undefined &&
  Boolean(starts_at && ends_at && starts_at < ends_at) &&
  (attendee_ids?.length ?? 0) > 0 &&
  (every === undefined || Boolean(until));

function askedOf({ room_id, starts_at, ends_at, attendee_ids, every, until }: Values) {
  return {
    room_id: room_id ?? 0,
    starts_at: fromPicker(starts_at) ?? '',
    ends_at: fromPicker(ends_at) ?? '',
    attendee_ids,
    repeat: every && until ? { every, until } : null,
  };
}

function Fields({ isNew, repeats: isRow }: { isNew: boolean; repeats: boolean }) {
  const t = useT();
  const now = formatTime(new Date(), 'yyyy-MM-dd');
  const rooms = useCall(meetingActions.calendar, { from: momentOf(now, 0), to: momentOf(now, 1439) }).data
    ?.rooms;
  const people = useCall(meetingActions.people, {}).data?.data_info;
  const required = [{ required: true, message: t('problems.required') }];
  const format = useLanguage() === 'en' ? 'DD MMM YYYY HH:mm' : 'YYYY-MM-DD HH:mm';
  const moment = <DatePicker showTime={{ format: 'HH:mm', minuteStep: 5 }} format={format} />;
  return (
    <>
      <Form.Item name="theme" label={t('meetings.theme')} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="room_id" label={t('meetings.room_id')} rules={required}>
        <Select
          loading={!rooms}
          placeholder={t('common.please_select')}
          options={rooms?.map((room) => ({
            value: room.room_id,
            label: `${room.room_name} · ${t('meetings.seats', { count: room.capacity })}`,
            disabled: !room.may_book,
          }))}
        />
      </Form.Item>
      <Form.Item name="starts_at" label={t('meetings.starts_at')} rules={required}>
        {moment}
      </Form.Item>
      <Form.Item name="ends_at" label={t('meetings.ends_at')} rules={required}>
        {moment}
      </Form.Item>
      <Form.Item name="attendee_ids" label={t('meetings.attendee_ids')} rules={required}>
        <Select
          mode="multiple"
          loading={!people}
          showSearch={searchedByLabel}
          options={people?.map(({ user_id, real_name, account }) => ({
            value: user_id,
            label: `${real_name} ${account}`,
          }))}
        />
      </Form.Item>
      {isNew && (
        <Form.Item name="every" label={t('meetings.repeat')}>
          <Select
            allowClear
            placeholder={t('meetings.repeat_none')}
            options={repeats.map((every) => ({ value: every, label: t(`meetings.every_${every}`) }))}
          />
        </Form.Item>
      )}
      {isNew && isRow && (
        <>
          <Form.Item name="until" label={t('meetings.until')} rules={required}>
            <DayInput />
          </Form.Item>
          <Form.Item name="skip_taken" valuePropName="checked">
            <Checkbox>{t('meetings.skip_taken')}</Checkbox>
          </Form.Item>
        </>
      )}
      <Form.Item name="description" label={t('meetings.description')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}
