import type { ReactNode } from 'react';
import styles from './status.module.css';

interface Line {
  label: string;
  value: ReactNode;
}

interface StatusCardProps {
  title: string;
  /** The key figure. */
  figure?: ReactNode;
  unit?: string;
  /** Beside the figure. */
  aside?: ReactNode;
  lines?: readonly Line[];
  wide?: boolean;
  children?: ReactNode;
}

export function StatusCard({ title, figure, unit, aside, lines, wide, children }: StatusCardProps) {
  return (
    <section className={styles.card} data-wide={wide} aria-label={title}>
      <h3>{title}</h3>
      {figure !== undefined && (
        <div className={styles.figure}>
          <p>
            {figure}
            {unit && <small>{unit}</small>}
          </p>
          {aside}
        </div>
      )}
      {children}
      {lines && (
        <dl>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
