import type { ReactNode } from 'react';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import styles from './why.module.css';

interface WhySheetProps {
  site: { site_name: string; virtual_data: boolean };
  /** The period, and what else tells the number from the others of its site; the moment's need not be said. */
  subject?: ReactNode;
  /** What it is judged by. */
  basis: string | null;
  children: ReactNode;
}

/** One number: whose and when, by which standard, and below that what it is made of. */
export function WhySheet({ site, subject, basis, children }: WhySheetProps) {
  return (
    <div className={styles.why}>
      <header>
        <h3 className={styles.subject}>
          {site.site_name} {subject} {site.virtual_data && <VirtualMark />}
        </h3>
        {basis !== null && <p className={styles.edition}>{basis}</p>}
      </header>
      {children}
    </div>
  );
}
