import type { ReactNode } from 'react';
import styles from './page.module.css';
import { usePageName } from './page-name.ts';

interface PageProps {
  /** Of a part of a page that is not called as the page is; the page itself is called as in the menu. */
  title?: string;
  /** One line under the title: what the page is for. */
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
