import type { ReactNode } from 'react';
import styles from './counted-icon.module.css';

interface CountedIconProps {
  icon: ReactNode;
  count: number;
  /** Larger counts are shown as this one with a plus. */
  most?: number;
  /** Name of the button or link around it; its count is the shown one. */
  nameOf(shown: string): string;
  /** Colour of the count; red by default. */
  tone?: 'warning' | undefined;
}

/**
 * Icon with a count, which names the button or link around it. The name is hidden text rendered with the count, without
 * `aria-label` and animation, so that both always say the same number.
 */
export function CountedIcon({ icon, count, most = 99, nameOf, tone }: CountedIconProps) {
  const shown = shownCount(count, most);
  return (
    <span className={styles.counted}>
      <span aria-hidden>{icon}</span>
      {count > 0 && (
        <span className={styles.count} data-tone={tone} aria-hidden>
          {shown}
        </span>
      )}
      <span className={styles.unseen}>{nameOf(shown)}</span>
    </span>
  );
}

export function shownCount(count: number, most = 99): string {
  return count > most ? `${most}+` : String(count);
}
