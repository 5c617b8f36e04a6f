import type { ReactNode } from 'react';
import styles from './state-page.module.css';

export type StateKind = 'not-found' | 'no-permission' | 'not-built' | 'error' | 'expired';

interface StatePageProps {
  kind: StateKind;
  title: string;
  hint?: string;
  /** Fills the viewport, for use outside the shell. */
  full?: boolean;
  children?: ReactNode;
}

/** Page without content: explains what happened and what to do next. */
export function StatePage({ kind, title, hint, full = false, children }: StatePageProps) {
  return (
    <section className={full ? styles.full : styles.inside}>
      <svg className={styles.figure} viewBox="0 0 160 96" aria-hidden="true">
        <g className={styles.field}>
          {lines.map((d) => (
            <path key={d} d={d} />
          ))}
        </g>
        <circle className={styles.disc} cx="80" cy="48" r="24" />
        <path className={styles.sign} d={signs[kind]} />
      </svg>
      <h1 className={styles.title}>{title}</h1>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
    </section>
  );
}

interface StateButtonProps {
  children: ReactNode;
  quiet?: boolean;
  onClick(): void;
}

/** A native button: these pages must work if the antd chunk fails to load. */
export function StateButton({ children, quiet = false, onClick }: StateButtonProps) {
  return (
    <button type="button" className={quiet ? styles.quiet : styles.button} onClick={onClick}>
      {children}
    </button>
  );
}

/** Seven flow lines, as on a wind chart. */
const lines = Array.from({ length: 7 }, (_, index) => {
  const y = 12 + index * 12;
  return `M4 ${y}c24-${14 - index} 46 ${10 - index} 76 0s52-${4 + index} 76 ${2 + index / 2}`;
});

const signs: Record<StateKind, string> = {
  'not-found': 'M74 42a6 6 0 1 1 8.5 5.5c-1.7.8-2.5 2-2.5 3.5v1M80 57v.3',
  'no-permission': 'M72 47h16v11H72zM75 47v-4a5 5 0 0 1 10 0v4',
  'not-built': 'M71 57 80 40l9 17zM80 46v5M80 54v.3',
  error: 'M80 38v13M80 57v.3',
  expired: 'M80 37a11 11 0 1 0 .01 0M80 42v6l4 3',
};
