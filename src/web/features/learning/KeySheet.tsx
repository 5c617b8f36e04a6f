import { Form, Input } from 'antd';
import { useId, useState } from 'react';
import { softwareKeyActions, softwareKeys } from '#shared/contract/learning/software-keys.ts';
import { type KeyField, type KeyInput, keyFields, keyProblems } from '#shared/domain/software-key.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { FormSheet } from '#web/ui/FormSheet.tsx';
import { showProblems } from '#web/ui/form-problems.ts';

interface KeySheetProps {
  onIssued(key: { key_text: string; expires_at: string }): void;
  onClosed(): void;
}

/** Input of the numbers that a key is made of; validated by the server's rules while typing. */
export function KeySheet({ onIssued, onClosed }: KeySheetProps) {
  const t = useT();
  const toast = useToast();
  const formId = useId();
  const [form] = Form.useForm<KeyInput & { remark: string }>();
  const [isOpen, setOpen] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const issuing = useAction(softwareKeyActions.issue, {
    refresh: [softwareKeys.list],
    done: 'softwareKeys.issued',
  });
  const submit = async (written: KeyInput & { remark?: string }) => {
    try {
      const issued = await issuing.run(written);
      setDirty(false);
      setOpen(false);
      onIssued(issued);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, [...keyFields, 'remark'], error, toast.error);
    }
  };
  const check = (field: KeyField) => ({
    validator: (_rule: unknown, value: string | undefined) => {
      const typed = Object.fromEntries(keyFields.map((one) => [one, '1'])) as KeyInput;
      const found = keyProblems({ ...typed, [field]: (value ?? '').trim() }).find(
        (one) => one.field === field,
      );
      return found
        ? Promise.reject(new Error(t.tx(`problems.${found.problem}`, found.params)))
        : Promise.resolve();
    },
  });
  return (
    <FormSheet
      title={t('softwareKeys.issue')}
      open={isOpen}
      dirty={isDirty}
      formId={formId}
      ok={t('softwareKeys.issue')}
      pending={issuing.pending}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        onFinish={(written) => void submit(written)}
        onValuesChange={() => setDirty(true)}
      >
        {keyFields.map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`softwareKeys.${field}`)}
            extra={t(`softwareKeys.${field}_hint`)}
            required
            validateTrigger="onBlur"
            rules={[check(field)]}
          >
            <Input inputMode="numeric" maxLength={20} autoComplete="off" />
          </Form.Item>
        ))}
        <Form.Item name="remark" label={t('softwareKeys.remark')}>
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
    </FormSheet>
  );
}
