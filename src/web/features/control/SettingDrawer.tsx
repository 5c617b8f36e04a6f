import { Button, Drawer, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import styles from './control.module.css';

interface SettingDrawerProps {
  title: string;
  sendLabel: string;
  reasonHint: string;
  /** What it starts with. */
  reason?: string;
  pending: boolean;
  /** Something is wrong with what is to be sent. */
  disabled?: boolean;
  /** The drawer closes once it is done, and stays where it fails. */
  onSend(reason: string): Promise<void>;
  onClosed(): void;
  children: ReactNode;
}

/** What is to be set, the reason without which it is not sent, and once more whether it is meant. */
export function SettingDrawer(props: SettingDrawerProps) {
  const {
    title,
    sendLabel,
    reasonHint,
    reason: given = '',
    pending,
    disabled = false,
    onSend,
    onClosed,
    children,
  } = props;
  const t = useT();
  const ask = useConfirm();
  const reasonId = useId();
  const [isOpen, setOpen] = useState(true);
  const [reason, setReason] = useState(given);
  const send = async () => {
    await onSend(reason);
    setOpen(false);
  };
  const question = {
    ...{ title: t('commands.sure', { what: title }), text: t('commands.sure_setting') },
    ...{ ok: sendLabel, danger: true },
  };
  return (
    <Drawer
      title={title}
      size={760}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button
            type="primary"
            danger
            disabled={disabled || reason.trim() === ''}
            loading={pending}
            onClick={() => ask(question, send)}
          >
            {sendLabel}
          </Button>
        </div>
      }
    >
      {children}
      <div className={styles.field}>
        <label htmlFor={reasonId}>{t('commands.reason')}</label>
        <Input.TextArea
          id={reasonId}
          value={reason}
          maxLength={200}
          autoSize={{ minRows: 2 }}
          placeholder={reasonHint}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Drawer>
  );
}
