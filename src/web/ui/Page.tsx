import type { ReactNode } from 'react';
import styles from './page.module.css';
import { usePageName } from './page-name.ts';

interface PageProps {
  /** Title of a sub-page; the page itself uses its menu name. */
  title?: string;
  /** One line below the title: purpose of the page. */
  hint?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, hint, actions, children }: PageProps) {
  const name = usePageName();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{title ?? name}</h1>
          {hint && <p>{hint}</p>}
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      {children}
    </div>
  );
}
