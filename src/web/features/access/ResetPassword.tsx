import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { userActions, users } from '#shared/contract/access/users.ts';
import { CallError } from '#web/api/call-error.ts';
import { usePasswordRule } from '#web/api/face.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { problemWith, schemasOf } from '#web/ui/form-field.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import type { User } from './useUserActions.tsx';

const schemas = schemasOf(userActions.resetPassword);

interface Entries {
  password?: string;
  password_again?: string;
}

/** Resets the password of another account. */
export function ResetPassword({ user, onClosed }: { user: User; onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const rule = usePasswordRule();
  const [form] = Form.useForm<Entries>();
  const [open, setOpen] = useState(true);
  const reset = useAction(userActions.resetPassword, { refresh: [users.list], done: 'users.password_reset' });

  const submit = async ({ password = '' }: Entries) => {
    try {
      await reset.run({ user_id: user.user_id, password });
      setOpen(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['password'], error, toast.error);
    }
  };
  const check = async (value: unknown) => {
    const found = schemas.password && problemWith(schemas.password, value ?? '');
    if (found) throw new Error(t.tx(`problems.${found.problem}`, found.params));
  };
  const checkAgain = async (value: unknown) => {
    if (value !== form.getFieldValue('password')) throw new Error(t('problems.passwords_differ'));
  };
  return (
    <Modal
      open={open}
      title={t('users.reset_password_title', { name: `${user.real_name} ${user.account}` })}
      okText={t('users.reset_password')}
      cancelText={t('common.cancel')}
      confirmLoading={reset.pending}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
      width={440}
    >
      <p>{t('users.reset_password_text')}</p>
      <Form form={form} layout="vertical" onFinish={(entries) => void submit(entries)}>
        <Form.Item
          name="password"
          label={t('users.new_password')}
          extra={rule}
          required
          validateTrigger="onBlur"
          rules={[{ validator: (_rule, value) => check(value) }]}
        >
          <Input.Password autoFocus autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="password_again"
          label={t('users.password_again')}
          required
          dependencies={['password']}
          validateTrigger="onBlur"
          rules={[{ validator: (_rule, value) => checkAgain(value) }]}
        >
          <Input.Password autoComplete="new-password" onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
