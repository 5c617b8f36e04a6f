import type { ReactNode } from 'react';
import styles from './gauge.module.css';

interface GaugeProps {
  /** Colours of the equally wide segments, from good to bad. */
  paints: readonly string[];
  /** Position from 0 to 1; null without a value. */
  place: number | null;
  /** Position of the limit, from 0 to 1. */
  limit?: number | undefined;
  children: ReactNode;
}

const radius = 44;
const width = 7;
const middle = { x: 50, y: 50 };
/** Gap between two segments, as a share of the arc. */
const gap = 0.008;

/** Point on the half circle; `share` runs from 0 (left) to 1 (right). */
function pointAt(share: number, at = radius) {
  const angle = Math.PI * (1 - share);
  return { x: middle.x + at * Math.cos(angle), y: middle.y - at * Math.sin(angle) };
}

const written = ({ x, y }: { x: number; y: number }) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const arc = (from: number, to: number) =>
  `M${written(pointAt(from))}A${radius} ${radius} 0 0 1 ${written(pointAt(to))}`;

/** Half-circle gauge: segments are filled up to the value, a tick outside marks the limit. */
export function Gauge({ paints, place, limit, children }: GaugeProps) {
  const share = 1 / paints.length;
  return (
    <div className={styles.gauge}>
      <svg viewBox="0 0 100 56" aria-hidden>
        {paints.map((paint, at) => {
          const [from, to] = [at * share + gap / 2, (at + 1) * share - gap / 2];
          const filled = place === null ? from : Math.min(to, Math.max(from, place));
          return (
            <g key={paint}>
              <path d={arc(from, to)} className={styles.track} stroke={paint} strokeWidth={width} />
              {filled > from && <path d={arc(from, filled)} fill="none" stroke={paint} strokeWidth={width} />}
            </g>
          );
        })}
        {limit !== undefined && (
          <path
            className={styles.limit}
            d={`M${written(pointAt(limit, radius - width / 2 - 1))}L${written(pointAt(limit, radius + width / 2 + 2.5))}`}
          />
        )}
        {place !== null && (
          <circle className={styles.mark} cx={pointAt(place).x} cy={pointAt(place).y} r={width / 2 + 1.2} />
        )}
      </svg>
      <div className={styles.inside}>{children}</div>
    </div>
  );
}
