import { formatNumber } from '#shared/domain/numbers.ts';
import styles from './analysis.module.css';
import type { NamedComparison } from './named-comparison.ts';

const size = { width: 240, height: 44 };

interface MultiplesProps {
  rows: readonly NamedComparison[];
  picked: readonly number[];
  decimals: number;
  onPick(site_id: number): void;
}

/** Every site in a small chart of its own, all of the same height: what is high looks high. */
export function Multiples({ rows, picked, decimals, onPick }: MultiplesProps) {
  const all = rows.flatMap(({ line }) => line).filter((value) => value !== null);
  const low = all.reduce((least, value) => Math.min(least, value), 0);
  const high = all.reduce((most, value) => Math.max(most, value), low + 1e-9);
  return (
    <div className={styles.multiples}>
      {rows.map(({ site_id, name, mean, line, neighbours }) => (
        <button
          key={site_id}
          type="button"
          className={styles.multiple}
          aria-pressed={picked.includes(site_id)}
          data-out={neighbours?.outlier ?? false}
          onClick={() => onPick(site_id)}
        >
          <span>
            <span>{name}</span>
            <span className={styles.figures}>{mean === null ? '–' : formatNumber(mean, decimals)}</span>
          </span>
          <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden>
            <path d={pathOf(line, low, high)} />
          </svg>
        </button>
      ))}
    </div>
  );
}

/** Gaps stay gaps; a value alone is a stroke of no length. */
export function pathOf(line: readonly (number | null)[], low: number, high: number): string {
  const x = (i: number) => ((i / Math.max(1, line.length - 1)) * size.width).toFixed(1);
  const y = (value: number) =>
    (size.height - 1 - ((value - low) / (high - low)) * (size.height - 2)).toFixed(1);
  return line
    .map((value, i) => {
      if (value === null) return '';
      const before = line[i - 1] ?? null;
      const after = line[i + 1] ?? null;
      const point = `${before === null ? 'M' : 'L'}${x(i)} ${y(value)}`;
      return before === null && after === null ? `${point}h0.1` : point;
    })
    .join('');
}
