import type { ReactNode } from 'react';
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

/** Width in ems; longer names do not fit beside their bar. */
const LONG_NAME = 13;
/** Width of a long name's line in ems, and how many lines and bars fit in a tile then. */
const LINE = 19;
const LINES = 8;
const LONG_BARS = 5;

/** Approximate: Latin letters are about half as wide as Chinese characters. */
function widthOf(name: string): number {
  return Array.from(name).reduce((ems, letter) => ems + (letter < '\u2000' ? 0.52 : 1), 0);
}

/** The first bars whose names fit with one or two lines each. */
function fitting(bars: readonly Bar[]): readonly Bar[] {
  let lines = 0;
  return bars.slice(0, LONG_BARS).filter(({ name }) => {
    lines += Math.min(2, Math.ceil(widthOf(name) / LINE));
    return lines <= LINES;
  });
}

/** Rows of name, bar and figure; the figure explains the colour. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const isLong = bars.some(({ name }) => widthOf(name) > LONG_NAME);
  return (
    <ul className={isLong ? `${styles.bars} ${styles.longBars}` : styles.bars}>
      {(isLong ? fitting(bars) : bars).map(({ key, name, share, colour, figure }) => (
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
