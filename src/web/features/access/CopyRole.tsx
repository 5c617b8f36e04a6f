import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { roleActions, roles } from '#shared/contract/access/roles.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { problemWith, schemasOf } from '#web/ui/form-field.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { localName } from '#web/ui/local-name.ts';
import type { Role } from './PowerEditor.tsx';

const schemas = schemasOf(roleActions.copy);
const fields = ['role_name', 'role_name_en'] as const;

interface Entries {
  role_name?: string;
  role_name_en?: string;
}

/** Dialog that creates a role with the powers of another. */
export function CopyRole({ role, onClosed }: { role: Role; onClosed(): void }) {
  const t = useT();
  const language = useLanguage();
  const toast = useToast();
  const [form] = Form.useForm<Entries>();
  const [open, setOpen] = useState(true);
  const copy = useAction(roleActions.copy, { refresh: [roles.list], done: 'roles.copied' });

  const submit = async ({ role_name = '', role_name_en = '' }: Entries) => {
    try {
      await copy.run({ role_id: role.role_id, role_name, role_name_en });
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, fields, error, toast.error);
    }
  };
  const check = async (field: string, value: unknown) => {
    const found = schemas[field] && problemWith(schemas[field], value ?? '');
    if (found) throw new Error(t.tx(`problems.${found.problem}`, found.params));
  };
  return (
    <Modal
      open={open}
      title={t('roles.copy_title', { name: localName(role, 'role_name', language) })}
      okText={t('roles.copy')}
      cancelText={t('common.cancel')}
      confirmLoading={copy.pending}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      width={440}
    >
      <p>{t('roles.copy_text')}</p>
      <Form form={form} layout="vertical" onFinish={(entries) => void submit(entries)}>
        {fields.map((field, index) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`roles.${field}`)}
            required={index === 0}
            validateTrigger="onBlur"
            rules={[{ validator: (_rule, value) => check(field, value) }]}
          >
            <Input autoFocus={index === 0} autoComplete="off" onPressEnter={form.submit} />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
