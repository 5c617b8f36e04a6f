import { DatePicker, Form, Input, Select } from 'antd';
import { orderPriorities } from '#shared/contract/work-orders/orders.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import type { fromPicker } from '#web/ui/picker-time.ts';
import { UserSelect } from './AssignInputs.tsx';

/** Editable properties of an order. */
export interface SaidOfOrder {
  order_title: string;
  description?: string;
  priority?: (typeof orderPriorities)[number];
  due?: Parameters<typeof fromPicker>[0];
  watcher_ids?: number[];
}

export function TitleInput() {
  const t = useT();
  return (
    <Form.Item
      name="order_title"
      label={t('orders.order_title')}
      rules={[{ required: true, message: t('problems.required') }]}
    >
      <Input maxLength={100} />
    </Form.Item>
  );
}

export function UrgencyInputs() {
  const t = useT();
  return (
    <>
      <Form.Item name="priority" label={t('orders.priority')}>
        <Select
          options={orderPriorities.map((one) => ({ value: one, label: t(`orders.priority_${one}`) }))}
        />
      </Form.Item>
      <Form.Item name="description" label={t('orders.description')}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </>
  );
}

/** Deadline and watchers. */
export function DueInputs({ hint }: { hint?: string }) {
  const t = useT();
  const language = useLanguage();
  return (
    <>
      <Form.Item name="due" label={t('orders.due_at')} extra={hint}>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format={language === 'en' ? 'DD MMM YYYY HH:mm' : 'YYYY-MM-DD HH:mm'}
        />
      </Form.Item>
      <Form.Item name="watcher_ids" label={t('orders.watcher_ids')}>
        <UserSelect mode="multiple" />
      </Form.Item>
    </>
  );
}
