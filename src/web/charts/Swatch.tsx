import { inkOf, strokePatterns } from './line-styles.ts';
import styles from './time-chart.module.css';

interface SwatchProps {
  colour: number;
  dash: number;
  /** Marker of an excluded value. */
  hollow?: boolean;
}

/** Legend symbol of a line. */
export function Swatch({ colour, dash, hollow = false }: SwatchProps) {
  const ink = inkOf(colour);
  return (
    <svg className={styles.swatch} viewBox="0 0 20 8" aria-hidden>
      {hollow ? (
        <circle cx={10} cy={4} r={3} fill="none" stroke={ink} strokeWidth={1.5} />
      ) : (
        <path d="M0 4H20" stroke={ink} strokeWidth={2.5} strokeDasharray={strokePatterns[dash]?.join(' ')} />
      )}
    </svg>
  );
}
