import { Button } from 'antd';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './audit.module.css';

/** Collapses long values to their first lines. */
export function Folded({ children }: { children: ReactNode }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    if (!open) setLong(scrollHeight > clientHeight + 1);
  });
  return (
    <>
      <div ref={box} className={open ? undefined : styles.folded}>
        {children}
      </div>
      {long && (
        <Button type="link" size="small" onClick={() => setOpen(!open)}>
          {t(open ? 'audit.fold' : 'audit.unfold')}
        </Button>
      )}
    </>
  );
}
