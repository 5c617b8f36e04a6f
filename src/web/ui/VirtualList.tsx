import { type ReactNode, useRef, useState } from 'react';
import { useHeight } from './useHeight.ts';
import styles from './virtual-list.module.css';

interface VirtualListProps<Row> {
  label: string;
  rows: readonly Row[];
  rowHeight: number;
  keyOf(row: Row): number | string;
  children(row: Row, place: number): ReactNode;
}

/** Overscan: extra rows above and below the viewport. */
const beyond = 4;

/** Virtualised list of equally high rows. */
export function VirtualList<Row>({ label, rows, rowHeight, keyOf, children }: VirtualListProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const shown = rows.slice(first, Math.ceil((top + height) / rowHeight) + beyond);
  return (
    <div ref={box} className={styles.box} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
      <ol
        aria-label={label}
        className={styles.rows}
        style={{ height: rows.length * rowHeight, paddingTop: first * rowHeight }}
      >
        {shown.map((row, i) => (
          <li
            key={keyOf(row)}
            style={{ height: rowHeight }}
            aria-posinset={first + i + 1}
            aria-setsize={rows.length}
          >
            {children(row, first + i)}
          </li>
        ))}
      </ol>
    </div>
  );
}
