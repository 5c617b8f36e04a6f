import type { ReactNode } from 'react';
import styles from './overview.module.css';

interface CardProps {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** Card with a title. */
export function Card({ title, note, tools, children, className }: CardProps) {
  return (
    <section className={`${styles.card} ${className ?? ''}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles.note}>{note}</span>
        {tools}
      </header>
      {children}
    </section>
  );
}
