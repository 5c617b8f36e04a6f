import { useT } from '#web/i18n.ts';
import { fieldHeight, fieldWidth, flowLines } from './flow-field.ts';
import styles from './wind-panel.module.css';

const lines = flowLines();

/** Stations of a network that does not exist: place, and how large their ring. */
const stations = [
  { x: 196, y: 246, r: 26 },
  { x: 402, y: 418, r: 18 },
  { x: 642, y: 302, r: 22 },
  { x: 604, y: 700, r: 30 },
  { x: 300, y: 640, r: 16 },
  { x: 772, y: 520, r: 14 },
];

const ticks = Array.from({ length: 21 }, (_, index) => index);

export function WindPanel() {
  const t = useT();
  return (
    <aside className={styles.panel}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${fieldWidth} ${fieldHeight}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={t('login.panel_label')}
      >
        <g className={styles.flow}>
          {lines.map(({ d, strength }) => (
            <path
              key={d}
              d={d}
              strokeOpacity={0.16 + 0.5 * strength ** 2}
              strokeWidth={0.7 + 0.8 * strength}
            />
          ))}
        </g>
        <g className={styles.stations}>
          {stations.map(({ x, y, r }) => (
            <g key={`${x},${y}`} transform={`translate(${x} ${y})`}>
              <circle className={styles.halo} r={r} />
              <circle className={styles.ring} r={r} />
              <circle className={styles.point} r="3.5" />
              <path className={styles.cross} d={`M${-r - 7} 0h6M${r + 1} 0h6M0 ${-r - 7}v6M0 ${r + 1}v6`} />
            </g>
          ))}
        </g>
        <path
          className={styles.scale}
          d={ticks.map((at) => `M${at * 45} 0v${at % 5 === 0 ? 12 : 6}`).join('')}
        />
      </svg>
      <div className={styles.words}>
        <p className={styles.name}>{t('common.platform_title')}</p>
        <p className={styles.line}>{t('login.panel_line')}</p>
      </div>
    </aside>
  );
}
