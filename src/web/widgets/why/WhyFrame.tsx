import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '#web/i18n.ts';

interface WhyFrameProps {
  extra?: ReactNode;
  /** Once it has slid away. */
  onClosed(): void;
  children: ReactNode;
}

/** Where it is said what a number is made of. */
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
