import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './effect-panel.module.css';

interface EffectPanelProps {
  /** Places the panel beside the editor. */
  className: string | undefined;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** Previews what saving would change, with the buttons to save. */
export function EffectPanel({ className = '', title, children, footer }: EffectPanelProps) {
  return (
    <aside className={`${styles.panel} ${className}`} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
      {footer && <footer>{footer}</footer>}
    </aside>
  );
}

interface ChangesProps {
  title: string;
  changes: readonly { key: number; name: string }[];
  gained: boolean;
  /** Longer lists are cut to this length; `rest` describes the others. */
  most?: number;
  rest?(count: number): string;
}

/** Names of what is gained or lost. */
export function Changes({ title, changes, gained, most = changes.length, rest }: ChangesProps) {
  if (changes.length === 0) return null;
  return (
    <section className={gained ? styles.gained : styles.lost}>
      <h3>
        {title}
        <span className={styles.count}>{changes.length}</span>
      </h3>
      <ul>
        {changes.slice(0, most).map(({ key, name }) => (
          <li key={key}>
            {gained ? <PlusOutlined aria-hidden /> : <MinusOutlined aria-hidden />}
            {name}
          </li>
        ))}
      </ul>
      {changes.length > most && <p className={styles.rest}>{rest?.(changes.length - most)}</p>}
    </section>
  );
}
