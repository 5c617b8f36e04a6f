import type { ReactNode } from 'react';
import styles from './status.module.css';

export type StatusTone = 'good' | 'notice' | 'bad' | 'quiet';

/** Status text with a coloured mark, so that colour is never the only cue. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={`${styles.status} ${styles[tone]}`}>{children}</span>;
}
