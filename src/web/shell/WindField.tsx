import { fieldHeight, fieldWidth, flowLines } from './flow-field.ts';
import styles from './wind-field.module.css';

const lines = flowLines();

/** Fictitious stations: position and ring radius. */
const stations = [
  { x: 196, y: 246, r: 26 },
  { x: 402, y: 418, r: 18 },
  { x: 642, y: 302, r: 22 },
  { x: 604, y: 700, r: 30 },
  { x: 300, y: 640, r: 16 },
  { x: 772, y: 520, r: 14 },
];

/** Decorative drawing of wind and stations; shows no data. */
export function WindField() {
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${fieldWidth} ${fieldHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g className={styles.flow}>
        {lines.map(({ d, strength }) => (
          <path key={d} d={d} strokeOpacity={0.16 + 0.5 * strength ** 2} strokeWidth={0.7 + 0.8 * strength} />
        ))}
      </g>
      {stations.map(({ x, y, r }) => (
        <g key={`${x},${y}`} transform={`translate(${x} ${y})`}>
          <circle className={styles.halo} r={r} />
          <circle className={styles.ring} r={r} />
          <circle className={styles.point} r="3.5" />
          <path className={styles.cross} d={`M${-r - 7} 0h6M${r + 1} 0h6M0 ${-r - 7}v6M0 ${r + 1}v6`} />
        </g>
      ))}
    </svg>
  );
}
