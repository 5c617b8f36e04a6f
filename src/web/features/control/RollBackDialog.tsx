import { Input, Modal } from 'antd';
import { useState } from 'react';
import type { interference } from '#shared/contract/control/interference.ts';
import type { kbActions } from '#shared/contract/control/kb.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useSent } from '#web/widgets/command/useSent.ts';

interface RollBackDialogProps {
  call: typeof kbActions.rollBack | typeof interference.rollBack;
  title: string;
  text: string;
  command_id: number;
  onClosed(): void;
}

/** Restores the device's previous values; requires a reason. */
export function RollBackDialog({ call, title, text, command_id, onClosed }: RollBackDialogProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const says = useSent();
  const rolling = useAction(call, { refresh: commandReads });
  const send = async () => {
    says(await rolling.run({ command_id, reason }));
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={title}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: rolling.pending }}
      cancelText={t('common.cancel')}
      onOk={() => void send().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{text}</p>
      <Input.TextArea
        aria-label={t('commands.reason')}
        placeholder={t('commands.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
