import type { ReactNode } from 'react';
import styles from './reports.module.css';

/** Table in its own scroll container. */
export function Sheet({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}
