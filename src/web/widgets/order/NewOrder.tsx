import { Form, Select } from 'antd';
import { useId, useState } from 'react';
import { files } from '#shared/contract/files/files.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { orderRequestActions, orderRequests } from '#shared/contract/work-orders/requests.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker } from '#web/ui/picker-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { alarmReads } from '#web/widgets/alarm/alarm-reads.ts';
import { type Attached, FilesInput } from '#web/widgets/alarm/FilesInput.tsx';
import type { AlarmRow } from '#web/widgets/alarm/useAlarmWords.ts';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { AssignInputs } from './AssignInputs.tsx';
import { DueInputs, type SaidOfOrder, TitleInput, UrgencyInputs } from './OrderInputs.tsx';
import { inBothLanguages, textsOfAlarms } from './order-of-alarms.ts';
import { orderReads } from './order-reads.ts';

interface NewOrderProps {
  /** Initial values if created from an alarm or a station. */
  start?: {
    site_id?: number;
    alarms?: readonly AlarmRow[];
    order_title?: string;
    description?: string;
    /** The public fault report that the order answers. */
    request_id?: number;
  };
  onAdded?(order_id: number): void;
  onClosed(): void;
}

interface Values extends SaidOfOrder {
  order_type_id: number;
  site_id?: number;
  files?: Attached[];
}

/** Creates an order. One created from an alarm keeps its station and alarms. */
export function NewOrder({ start = {}, onAdded, onClosed }: NewOrderProps) {
  const t = useT();
  const toast = useToast();
  const narrow = useNarrow();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const [isSending, setSending] = useState(false);
  const refresh = [...orderReads, ...alarmReads, orderRequests.list];
  const adding = useAction(orderActions.add, { refresh });
  const answering = useAction(orderRequestActions.order, { refresh });

  const language = useLanguage();
  const { alarms = [], request_id: _request, ...given } = start;
  const [first] = alarms;
  const [initial] = useState(() => ({
    ...{ order_title: '', description: '', ...given },
    ...(first && {
      ...textsOfAlarms(alarms, t, language),
      site_id: first.site_id ?? undefined,
      priority: alarms.some(({ level }) => level === 'alarm') ? 'high' : 'normal',
    }),
  }));
  const submit = async ({ due, files: attached = [], ...values }: Values) => {
    try {
      const due_at = fromPicker(due ?? null) ?? null;
      const { site_id: _site, ...wanted } = values;
      const { order_id } = start.request_id
        ? await answering.run({ ...wanted, request_id: start.request_id, due_at })
        : await adding.run({
            ...values,
            ...(await inBothLanguages(alarms, values, initial)),
            alarm_ids: alarms.map(({ alarm_id }) => alarm_id),
            due_at,
            file_ids: attached.map(({ file_id }) => file_id),
          });
      toast.success(t('orders.added', { number: order_id }));
      setDirty(false);
      setOpen(false);
      onAdded?.(order_id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  return (
    <FormSheet
      title={t('orders.add')}
      width={narrow ? '100%' : 520}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t('orders.add')}
      pending={adding.pending || answering.pending}
      disabled={isSending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Form
        form={form}
        id={formId}
        layout="vertical"
        requiredMark
        initialValues={{ priority: 'normal', ...initial }}
        onValuesChange={(changed) => {
          form.setFields(Object.keys(changed).map((name) => ({ name: name as keyof Values, errors: [] })));
          setDirty(true);
        }}
        onFinish={(values) => void submit(values)}
      >
        <Fields start={{ ...start, site_id: initial.site_id }} onBusy={setSending} />
      </Form>
    </FormSheet>
  );
}

function Fields({ start = {}, onBusy }: Pick<NewOrderProps, 'start'> & { onBusy(busy: boolean): void }) {
  const t = useT();
  const language = useLanguage();
  const mayAttach = useMay(files.upload.needs);
  const types = useCall(orderTypes.list, { enabled: true, page_size: 1000 }).data?.data_info;
  const isFixed = start.site_id !== undefined;
  return (
    <>
      <Form.Item
        name="order_type_id"
        label={t('orders.order_type_id')}
        rules={[{ required: true, message: t('problems.required') }]}
      >
        <Select
          loading={!types}
          placeholder={t('common.please_select')}
          options={types?.map((type) => ({
            value: type.order_type_id,
            label: localName(type, 'type_name', language),
          }))}
        />
      </Form.Item>
      <TitleInput />
      <Form.Item name="site_id" label={t('orders.site_id')}>
        <SiteInput isFixed={isFixed} />
      </Form.Item>
      <UrgencyInputs />
      <AssignInputs />
      <DueInputs hint={t('orders.due_hint')} />
      {mayAttach && start.request_id === undefined && (
        <Form.Item name="files" label={t('orders.file_ids')}>
          <FilesInput onBusy={onBusy} />
        </Form.Item>
      )}
    </>
  );
}

interface SiteInputProps {
  value?: number;
  onChange?(site_id: number | undefined): void;
  /** True if the station is given by an alarm. */
  isFixed: boolean;
}

function SiteInput({ value, onChange, isFixed }: SiteInputProps) {
  const t = useT();
  return (
    <SitePicker
      label={t('orders.site_id')}
      placeholder={t('orders.no_site')}
      value={value === undefined ? [] : [value]}
      onChange={([chosen]) => !isFixed && onChange?.(chosen)}
    />
  );
}
