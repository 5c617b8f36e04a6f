import type { CSSProperties, ReactNode } from 'react';
import styles from './tile.module.css';

/** Framed tile of the wall. */
export function Tile({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.tile} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside && <small>{aside}</small>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}

interface Bar {
  key: string | number;
  name: string;
  /** From 0 to 1. */
  share: number;
  colour: string;
  figure: string;
}

/** Characters; longer names do not fit beside their bar. */
const LONG_NAME = 24;

/** Pixels in which the longest name fits its line, at about half an em a character. */
function nameSize(longest: number): string {
  return `${Math.max(15, Math.min(20, 740 / longest))}px`;
}

/** Rows of name, bar and figure; the figure explains the colour. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const longest = Math.max(...bars.map(({ name }) => name.length));
  return (
    <ul
      className={longest > LONG_NAME ? `${styles.bars} ${styles.longBars}` : styles.bars}
      style={{ '--name-size': nameSize(longest) } as CSSProperties}
    >
      {bars.map(({ key, name, share, colour, figure }) => (
        <li key={key}>
          <span className={styles.barName} title={name}>
            {name}
          </span>
          <span className={styles.track}>
            <i style={{ width: `${Math.max(share > 0 ? 2 : 0, share * 100)}%`, background: colour }} />
          </span>
          <strong>{figure}</strong>
        </li>
      ))}
    </ul>
  );
}
