import { Form, Input, Modal } from 'antd';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { isPassword } from '#shared/domain/validators.ts';
import { CallError } from '#web/api/call-error.ts';
import { usePasswordRule } from '#web/api/face.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { leave } from './sign-out.ts';

interface PasswordValues {
  old_password: string;
  new_password: string;
  new_password_again: string;
}

export function ChangePassword({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useT();
  const toast = useToast();
  const rule = usePasswordRule();
  const [form] = Form.useForm<PasswordValues>();
  const change = useAction(signIn.changePassword, { done: 'shell.password_changed' });

  async function save(values: PasswordValues) {
    try {
      await change.run(values);
      // Changing the password has ended every session of the account, including this one.
      leave();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      showProblems(t, form, ['old_password', 'new_password', 'new_password_again'], error, toast.error);
    }
  }

  return (
    <Modal
      open={open}
      title={t('shell.change_password')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ htmlType: 'submit', form: 'change-password' }}
      confirmLoading={change.pending}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <p>{t('shell.change_password_hint')}</p>
      <Form
        id="change-password"
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="old_password"
          label={t('shell.old_password')}
          rules={[{ required: true, message: t('login.password_required') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
        </Form.Item>
        <Form.Item
          name="new_password"
          label={t('shell.new_password')}
          extra={rule}
          rules={[
            { required: true, message: t('login.new_password_required') },
            {
              validator: (_, value?: string) =>
                !value || isPassword(value)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('login.password_short'))),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="new_password_again"
          label={t('shell.new_password_again')}
          dependencies={['new_password']}
          rules={[
            { required: true, message: t('login.password_again_required') },
            ({ getFieldValue }) => ({
              validator: (_, value?: string) =>
                !value || value === getFieldValue('new_password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('problems.passwords_differ'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
