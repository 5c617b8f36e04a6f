import { Button, Drawer, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import styles from './control.module.css';

interface SettingDrawerProps {
  title: string;
  sendLabel: string;
  reasonHint: string;
  /** Initial reason. */
  reason?: string;
  pending: boolean;
  /** The settings to send are invalid. */
  disabled?: boolean;
  /** On success the drawer closes, on failure it stays open. */
  onSend(reason: string): Promise<void>;
  onClosed(): void;
  children: ReactNode;
}

/** Drawer of settings to send, with a mandatory reason and a confirmation. */
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
