import type { ReactNode } from 'react';
import { useT } from '#web/i18n.ts';
import styles from './why.module.css';

/** A value that opens its explanation on a click. */
export function WhyButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  const t = useT();
  return (
    <button type="button" className={styles.ask} title={t('why.show')} onClick={onClick}>
      {children}
    </button>
  );
}
