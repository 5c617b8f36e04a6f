import { Input, Modal } from 'antd';
import { useState } from 'react';
import { kbActions } from '#shared/contract/control/kb.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { commandReads } from '#web/widgets/command/command-reads.ts';
import { useSent } from '#web/widgets/command/useSent.ts';

/** Back to what the device held before, with the reason why. */
export function RollBackDialog({ command_id, onClosed }: { command_id: number; onClosed(): void }) {
  const t = useT();
  const [isOpen, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const says = useSent();
  const rolling = useAction(kbActions.rollBack, { refresh: commandReads });
  const send = async () => {
    says(await rolling.run({ command_id, reason }));
    setOpen(false);
  };
  return (
    <Modal
      open={isOpen}
      title={t('kbValues.roll_back')}
      okText={t('kbValues.roll_back')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: rolling.pending }}
      cancelText={t('common.cancel')}
      onOk={() => void send().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p>{t('kbValues.roll_back_text')}</p>
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
