import { useId } from 'react';
import { type SparkFrame, type SparkPoint, sparkOf } from './spark.ts';
import styles from './sparkline.module.css';

interface SparklineProps extends Pick<SparkFrame, 'from' | 'to' | 'gapMs'> {
  points: readonly SparkPoint[];
  /** What a reader who does not see it is told. */
  label: string;
}

const size = { width: 144, height: 28 };

/** A course at a glance: no axes, its meaning stands beside it. */
export function Sparkline({ points, label, ...span }: SparklineProps) {
  const id = useId();
  const { path, alone, hollow } = sparkOf(points, { ...span, ...size });
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      <path d={path} />
      {alone.map(({ x, y }) => (
        <circle key={x} className={styles.alone} cx={x} cy={y} r="1.4" />
      ))}
      {hollow.map(({ x, y }) => (
        <circle key={x} className={styles.hollow} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}
