import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';

interface ReasonDialogProps {
  title: string;
  hint?: string;
  label: string;
  ok: string;
  optional?: boolean;
  /** Marks the action as irreversible. */
  danger?: boolean;
  onOk(reason: string): Promise<unknown>;
  onClosed(): void;
}

/** Asks for a reason, which the affected user will see. */
export function ReasonDialog({
  title,
  hint,
  label,
  ok,
  optional,
  danger,
  onOk,
  onClosed,
}: ReasonDialogProps) {
  const t = useT();
  const toast = useToast();
  const [form] = Form.useForm<{ reason: string }>();
  const [isOpen, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const submit = async ({ reason = '' }: { reason?: string }) => {
    setBusy(true);
    try {
      await onOk(reason.trim());
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['reason'], error, toast.error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      title={title}
      open={isOpen}
      okText={ok}
      okButtonProps={{ danger: danger === true }}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onCancel={() => setOpen(false)}
      onOk={() => form.submit()}
      afterClose={onClosed}
    >
      {hint && <p>{hint}</p>}
      <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <Form.Item
          name="reason"
          label={label}
          rules={optional ? [] : [{ required: true, whitespace: true, message: t('problems.required') }]}
        >
          <Input.TextArea autoFocus maxLength={200} autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
