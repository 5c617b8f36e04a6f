import type { ReactNode } from 'react';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import styles from './why.module.css';

interface WhySheetProps {
  site: { site_name: string; virtual_data: boolean };
  /** Period and factor; omitted for the current value. */
  subject?: ReactNode;
  /** Standard or rule applied. */
  basis: string | null;
  children: ReactNode;
}

/** Explanation of one number: site and period, standard, and below them its parts. */
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
