import styles from './status.module.css';

const width = 100;
const height = 32;

/** Small line chart; the newest value is at the right end. */
export function PacketTrend({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1);
  const step = width / Math.max(values.length - 1, 1);
  const points = values
    .map((value, i) => `${i * step},${height - (value / most) * (height - 2) - 1}`)
    .join(' ');
  return (
    <svg
      className={styles.course}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {values.length > 1 && (
        <>
          <polygon points={`0,${height} ${points} ${width},${height}`} />
          <polyline points={points} />
        </>
      )}
    </svg>
  );
}
