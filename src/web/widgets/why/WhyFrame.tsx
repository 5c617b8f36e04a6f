import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '#web/i18n.ts';

interface WhyFrameProps {
  extra?: ReactNode;
  /** Called after the closing animation. */
  onClosed(): void;
  children: ReactNode;
}

/** Drawer of all explanations. */
export function WhyFrame({ extra, onClosed, children }: WhyFrameProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      size="min(720px, 100vw)"
      title={t('why.title')}
      extra={extra}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && onClosed()}
    >
      {children}
    </Drawer>
  );
}
