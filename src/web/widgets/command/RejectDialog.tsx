import { Input, Modal } from 'antd';
import { useState } from 'react';
import { commandActions } from '#shared/contract/control/commands.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { commandReads } from './command-reads.ts';

interface RejectDialogProps {
  command_id: number[];
  onClosed(): void;
}

/** The second approver rejects with a reason, which the sender sees beside the state. */
export function RejectDialog({ command_id, onClosed }: RejectDialogProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const rejecting = useAction(commandActions.approve, { refresh: commandReads });
  const reject = async () => {
    await rejecting.run({ command_id, approved: false, reason: reason.trim() });
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      title={t('commands.reject')}
      okText={t('commands.reject')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: rejecting.pending }}
      cancelText={t('common.cancel')}
      onOk={() => void reject().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('commands.reject_text')}</p>
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
