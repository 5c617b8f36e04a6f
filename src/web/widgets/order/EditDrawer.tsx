import { Form } from 'antd';
import { useId, useState } from 'react';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { OrderDetail } from './OrderForm.tsx';
import { DueInputs, type SaidOfOrder, TitleInput, UrgencyInputs } from './OrderInputs.tsx';
import { orderReads } from './order-reads.ts';

/** Edits the title, description, priority, deadline and watchers of an order. */
export function EditDrawer({ order, onClosed }: { order: OrderDetail; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const language = useLanguage();
  const narrow = useNarrow();
  const formId = useId();
  const [form] = Form.useForm<SaidOfOrder>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const saving = useAction(orderActions.edit, { refresh: orderReads, done: 'orders.edited' });
  const submit = async ({ due, watcher_ids, ...values }: SaidOfOrder) => {
    try {
      const { order_id, version } = order;
      await saving.run({
        ...values,
        ...{ order_id, version, due_at: fromPicker(due ?? null) ?? null },
        // Sends watchers only if changed: somebody may have started watching meanwhile.
        ...(form.isFieldTouched('watcher_ids') && { watcher_ids: watcher_ids ?? [] }),
      });
      setDirty(false);
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, Object.keys(form.getFieldsValue()), error, toast.error);
    }
  };
  return (
    <FormSheet
      title={t('orders.edit')}
      width={narrow ? '100%' : 520}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t('common.save')}
      pending={saving.pending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Form
        form={form}
        id={formId}
        layout="vertical"
        requiredMark
        initialValues={{
          ...order,
          order_title: localName(order, 'order_title', language),
          description: localName(order, 'description', language),
          due: order.due_at === null ? null : toPicker(order.due_at),
          watcher_ids: order.watchers.map(({ user_id }) => user_id),
        }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void submit(values)}
      >
        <TitleInput />
        <UrgencyInputs />
        <DueInputs />
      </Form>
    </FormSheet>
  );
}
