import type { ReactNode } from 'react';
import styles from './reports.module.css';

/** A table that may be larger than the screen, and then scrolls by itself. */
export function Sheet({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}
