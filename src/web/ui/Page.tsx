import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** One line under the title: what the page is for. */
  hint?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, hint, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {hint && <p>{hint}</p>}
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      {children}
    </div>
  );
}
