import { useId } from 'react';
import { type SparkFrame, type SparkPoint, sparkOf } from './spark.ts';
import styles from './sparkline.module.css';

interface SparklineProps extends Pick<SparkFrame, 'from' | 'to' | 'gapMs'> {
  points: readonly SparkPoint[];
  /** Accessible name. */
  label: string;
}

const size = { width: 240, height: 28 };
/** Dots are zero-length strokes: circles would be distorted when the SVG is stretched. */
const dots = (places: readonly { x: number; y: number }[]) =>
  places.map(({ x, y }) => `M${x} ${y}h0`).join('');

/** Small line chart without axes, as wide as its container. */
export function Sparkline({ points, label, ...span }: SparklineProps) {
  const id = useId();
  const { path, alone, hollow } = sparkOf(points, { ...span, ...size });
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{label}</title>
      <path className={styles.span} d={`M0 ${size.height}H${size.width}`} />
      <path className={styles.course} d={path} />
      <path className={styles.alone} d={dots(alone)} />
      <path className={styles.ring} d={dots(hollow)} />
      <path className={styles.inside} d={dots(hollow)} />
    </svg>
  );
}
