import { type RefObject, useEffect, useRef } from 'react';
import type { EChartsType } from './echarts.ts';
import styles from './time-chart.module.css';
import { frame } from './time-chart-option.ts';

interface PannedProps {
  chart: RefObject<EChartsType | null>;
  size: { width: number; height: number };
  /** Pixels that the plot was dragged to the right. */
  by: number;
}

/** A picture of the plot that moves while the user pans: hundreds of lines cannot be redrawn in each frame. */
export function Panned({ chart, size: { width, height }, by }: PannedProps) {
  const place = useRef<HTMLCanvasElement>(null);
  const inner = Math.max(1, width - frame.left - frame.right);
  useEffect(() => {
    const drawn = chart.current?.getDom().querySelector('canvas');
    const plot = place.current?.getContext('2d');
    if (!drawn || !plot) return;
    const sharp = drawn.width / width;
    plot.canvas.width = inner * sharp;
    plot.canvas.height = drawn.height;
    plot.drawImage(drawn, -frame.left * sharp, 0);
  }, [chart, width, inner]);
  return (
    <div className={styles.panned} style={{ left: frame.left, width: inner, height }}>
      <canvas ref={place} style={{ width: inner, height, transform: `translateX(${by}px)` }} />
    </div>
  );
}
