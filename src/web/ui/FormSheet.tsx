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
  /** True asks before closing. */
  dirty: boolean;
  /** Form that the button submits. */
  formId: string;
  /** Label of the submit button. */
  ok: string;
  pending: boolean;
  disabled?: boolean;
  onClose(): void;
  /** Called after the closing animation. */
  onClosed(): void;
  children: ReactNode;
}

const padding = {
  body: { padding: 24 },
  header: { padding: '12px 24px' },
  footer: { padding: '12px 24px' },
};

/** Drawer with a form, its submit button, and a question about unsaved changes. */
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
