import type { ReactNode } from 'react';
import styles from './status.module.css';

export type StatusTone = 'good' | 'notice' | 'bad' | 'quiet';

/** A state as a word with a mark beside it: the colour repeats what the word says. */
export function Status({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return <span className={`${styles.status} ${styles[tone]}`}>{children}</span>;
}
