import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { commandActions } from '#shared/contract/control/commands.ts';
import { type CommandKindName, commandKind } from '#shared/domain/command-kinds.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { commandReads } from './command-reads.ts';
import { ParamInput } from './ParamInput.tsx';
import { useSent } from './useSent.ts';

interface SendDialogProps {
  kind: CommandKindName;
  site_ids: readonly number[];
  onClosed(): void;
}

type Values = Record<string, string | number | undefined> & { reason?: string };

/** Asks for the command's parameters, and confirms dangerous commands. */
export function SendDialog({ kind: name, site_ids, onClosed }: SendDialogProps) {
  const t = useT();
  const ask = useConfirm();
  const formId = useId();
  const [isOpen, setOpen] = useState(true);
  const kind = commandKind(name);
  const says = useSent();
  const sending = useAction(commandActions.send, { refresh: commandReads });
  const send = async ({ reason = '', ...values }: Values) => {
    const params = Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ) as Record<string, string | number>;
    says(
      await sending.run({ kind: name, targets: site_ids.map((site_id) => ({ site_id, params })), reason }),
    );
    setOpen(false);
  };
  const submit = (values: Values) => {
    if (!kind.dangerous) return void send(values).catch(() => undefined);
    const ok = t('commands.send_to', { count: site_ids.length });
    const title = t('commands.sure', { what: t(`commandKinds.${name}`) });
    ask({ title, text: t('commands.sure_text'), ok, danger: true }, () => send(values));
  };
  return (
    <Modal
      open={isOpen}
      title={t(`commandKinds.${name}`)}
      okText={t('commands.send_to', { count: site_ids.length })}
      okButtonProps={{ htmlType: 'submit', form: formId, danger: kind.dangerous, loading: sending.pending }}
      cancelText={t('common.cancel')}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form<Values> id={formId} layout="vertical" onFinish={submit}>
        {Object.entries(kind.params).map(([param, declared]) => (
          <Form.Item
            key={param}
            name={param}
            label={t.tx(`commandParams.${param}`)}
            rules={[{ required: !declared.optional, message: t('problems.required') }]}
          >
            <ParamInput name={param} param={declared} />
          </Form.Item>
        ))}
        <Form.Item
          name="reason"
          label={t('commands.reason')}
          rules={[{ required: kind.dangerous === true, message: t('problems.required') }]}
        >
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
