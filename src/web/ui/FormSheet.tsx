import { Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './form-drawer.module.css';
import { useLeaving } from './useConfirm.ts';
import { useLeaveGuard } from './useLeaveGuard.tsx';

interface FormSheetProps {
  title: string;
  width?: number | string;
  open: boolean;
  /** Something was typed: leaving asks first. */
  dirty: boolean;
  /** The form that the button submits. */
  formId: string;
  /** What the button says. */
  ok: string;
  pending: boolean;
  disabled?: boolean;
  onClose(): void;
  /** After it has slid away. */
  onClosed(): void;
  children: ReactNode;
}

const padding = {
  body: { padding: 24 },
  header: { padding: '12px 24px' },
  footer: { padding: '12px 24px' },
};

/** A form at the side of its page, with what it is left and sent by. */
export function FormSheet(props: FormSheetProps) {
  const {
    title,
    width = 440,
    open,
    dirty,
    formId,
    ok,
    pending,
    disabled,
    onClose,
    onClosed,
    children,
  } = props;
  const t = useT();
  const leaving = useLeaving();
  useLeaveGuard(dirty && open);
  const leave = () => leaving(dirty, onClose);
  return (
    <Drawer
      title={title}
      size={width}
      styles={padding}
      open={open}
      onClose={leave}
      afterOpenChange={(shown) => {
        if (!shown) onClosed();
      }}
      footer={
        <div className={styles.buttons}>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={pending} disabled={disabled}>
            {ok}
          </Button>
        </div>
      }
    >
      {children}
    </Drawer>
  );
}
