import { Button, DatePicker, Drawer, Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { files } from '#shared/contract/files/files.ts';
import { orderActions, orderPriorities } from '#shared/contract/work-orders/orders.ts';
import { orderRequestActions, orderRequests } from '#shared/contract/work-orders/requests.ts';
import { orderTypes } from '#shared/contract/work-orders/types.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/powers.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker } from '#web/ui/picker-time.ts';
import { useLeaving } from '#web/ui/useConfirm.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { alarmReads } from '#web/widgets/alarm/alarm-reads.ts';
import { type Attached, FilesInput } from '#web/widgets/alarm/FilesInput.tsx';
import { SitePicker } from '#web/widgets/SitePicker.tsx';
import { AssignInputs, UserSelect } from './AssignInputs.tsx';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';

interface NewOrderProps {
  /** What it is about, where it comes from an alarm or a station. */
  start?: {
    site_id?: number;
    alarm_ids?: number[];
    order_title?: string;
    priority?: (typeof orderPriorities)[number];
    description?: string;
    /** The report of a passer-by that it answers. */
    request_id?: number;
  };
  onAdded?(order_id: number): void;
  onClosed(): void;
}

interface Values {
  order_type_id: number;
  order_title: string;
  description?: string;
  site_id?: number;
  priority?: (typeof orderPriorities)[number];
  due?: Parameters<typeof fromPicker>[0];
  watcher_ids?: number[];
  files?: Attached[];
}

/** Makes an order. One from an alarm keeps its station and its alarms. */
export function NewOrder({ start = {}, onAdded, onClosed }: NewOrderProps) {
  const t = useT();
  const toast = useToast();
  const narrow = useNarrow();
  const formId = useId();
  const leaving = useLeaving();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const [isSending, setSending] = useState(false);
  const refresh = [...orderReads, ...alarmReads, orderRequests.list];
  const adding = useAction(orderActions.add, { refresh });
  const answering = useAction(orderRequestActions.order, { refresh });
  useLeaveGuard(isDirty && isOpen);

  const { alarm_ids: _alarms, request_id: _request, ...initial } = start;
  const submit = async ({ due, files: attached = [], ...values }: Values) => {
    try {
      const due_at = fromPicker(due ?? null) ?? null;
      const { site_id: _site, ...wanted } = values;
      const { order_id } = start.request_id
        ? await answering.run({ ...wanted, request_id: start.request_id, due_at })
        : await adding.run({
            ...values,
            alarm_ids: start.alarm_ids ?? [],
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
  const leave = () => leaving(isDirty, () => setOpen(false));
  return (
    <Drawer
      title={t('orders.add')}
      size={narrow ? '100%' : 520}
      open={isOpen}
      onClose={leave}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            loading={adding.pending || answering.pending}
            disabled={isSending}
          >
            {t('orders.add')}
          </Button>
        </div>
      }
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
        <Fields start={start} onBusy={setSending} />
      </Form>
    </Drawer>
  );
}

function Fields({ start = {}, onBusy }: Pick<NewOrderProps, 'start'> & { onBusy(busy: boolean): void }) {
  const t = useT();
  const language = useLanguage();
  const mayAttach = useMay(files.upload.needs);
  const types = useCall(orderTypes.list, { enabled: true, page_size: 1000 }).data?.data_info;
  const required = [{ required: true, message: t('problems.required') }];
  const isFixed = start.site_id !== undefined;
  return (
    <>
      <Form.Item name="order_type_id" label={t('orders.order_type_id')} rules={required}>
        <Select
          loading={!types}
          placeholder={t('common.please_select')}
          options={types?.map((type) => ({
            value: type.order_type_id,
            label: localName(type, 'type_name', language),
          }))}
        />
      </Form.Item>
      <Form.Item name="order_title" label={t('orders.order_title')} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="site_id" label={t('orders.site_id')}>
        <SiteInput isFixed={isFixed} />
      </Form.Item>
      <Form.Item name="priority" label={t('orders.priority')}>
        <Select
          options={orderPriorities.map((one) => ({ value: one, label: t(`orders.priority_${one}`) }))}
        />
      </Form.Item>
      <Form.Item name="description" label={t('orders.description')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
      <AssignInputs />
      <Form.Item name="due" label={t('orders.due_at')} extra={t('orders.due_hint')}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format={language === 'en' ? 'DD MMM YYYY HH:mm' : 'YYYY-MM-DD HH:mm'}
        />
      </Form.Item>
      <Form.Item name="watcher_ids" label={t('orders.watcher_ids')}>
        <UserSelect mode="multiple" />
      </Form.Item>
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
  /** The station of an alarm is not for choosing. */
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
