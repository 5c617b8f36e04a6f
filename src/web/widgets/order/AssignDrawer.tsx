import { Button, Drawer, Form, Input } from 'antd';
import { useId, useState } from 'react';
import type { SentOf } from '#shared/contract/define.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { AssignInputs } from './AssignInputs.tsx';
import styles from './order.module.css';
import { orderReads } from './order-reads.ts';

type Values = Omit<SentOf<typeof orderActions.assign>, 'order_id'>;

/** Reassigns work orders. */
export function AssignDrawer({ order_ids, onClosed }: { order_ids: number[]; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<Values>();
  const [isOpen, setOpen] = useState(true);
  const assigning = useAction(orderActions.assign, { refresh: orderReads, done: 'orders.reassigned' });
  const submit = async (values: Values) => {
    try {
      await assigning.run({ ...values, order_id: order_ids });
      setOpen(false);
    } catch (error) {
      if (error instanceof CallError)
        showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  return (
    <Drawer
      title={t('orders.reassign')}
      size={440}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={assigning.pending}>
            {t('orders.reassign')}
          </Button>
        </div>
      }
    >
      <Form form={form} id={formId} layout="vertical" onFinish={(values) => void submit(values)}>
        <AssignInputs />
        <Form.Item name="note" label={t('orders.note')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Drawer>
  );
}
